/**
 * Settings as people see and type them. The server says each value as TOML text and what it may be in words; a form holds
 * plain text.
 */
import type { Schemas } from '../../lib/types';
import { capital, plainly } from '../../lib/words';

export type Value = Schemas['ValueView'];

export type Form = 'switch' | 'whole' | 'number' | 'list' | 'choice' | 'text';

/** What control a setting wants, from what it may be. */
export function formOf(allowed: string): Form {
  if (allowed === 'true or false') return 'switch';
  if (allowed.startsWith('a whole number')) return 'whole';
  if (allowed.startsWith('a number') || allowed.startsWith('an amount')) return 'number';
  if (allowed.startsWith('a list')) return 'list';
  return choices(allowed).length > 1 ? 'choice' : 'text';
}

/** The words between quotes, if nothing else is allowed: `"a", "b" or "c"`. */
export function choices(allowed: string): string[] {
  return /^"[^"]+"(?:(?:, | or )"[^"]+")+$/.test(allowed) && !/[A-Z]{3}/.test(allowed)
    ? [...allowed.matchAll(/"([^"]+)"/g)].map((found) => found[1] ?? '')
    : [];
}

/** TOML text as plain text: `"eng"` is eng, `["a", "b"]` is "a, b". */
export function shown(toml: string | null | undefined): string {
  if (toml === null || toml === undefined) return '';
  try {
    const value = JSON.parse(toml.replace(/,\s*\]$/, ']')) as unknown;
    return Array.isArray(value) ? value.join(', ') : String(value);
  } catch {
    return toml.replace(/^'(.*)'$/s, '$1');
  }
}

export type Written = { value: string | number | boolean | string[] | null; error?: undefined } | { error: string };

/** What is to be written for what was typed; nothing typed takes the setting away, so that the default holds. */
export function written(typed: string | number | boolean | null | undefined, allowed: string): Written {
  const form = formOf(allowed);
  if (form === 'switch') return { value: typed === true || typed === 'true' };
  const text = String(typed ?? '').trim();
  if (text === '') return { value: null };
  if (form === 'list') {
    return { value: text.split(/[,\n]/).flatMap((one) => (one.trim() === '' ? [] : [one.trim()])) };
  }
  if (form !== 'whole' && form !== 'number') return { value: text };
  const number = Number(text);
  const range = /from (-?\d+) to (\d+)/.exec(allowed);
  const isIn = !range || (number >= Number(range[1]) && number <= Number(range[2]));
  const isFit = Number.isFinite(number) && isIn && number >= 0 && (form === 'number' || Number.isInteger(number));
  return isFit ? { value: number } : { error: `It must be ${legible(allowed)}.` };
}

/** 1000000 is read more easily as 1,000,000. */
function legible(text: string): string {
  return text.replace(/\d{5,}/g, (digits) => Number(digits).toLocaleString('en-GB'));
}

/** What a setting is for, if its label does not say it already. */
export function aboutOf(value: Value): string | undefined {
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '');
  const about = value.about.replaceAll('`', '');
  return plain(about) === plain(labelOf(value.key)) ? undefined : about;
}

/** What the server says of a setting stands beside its field; in which file and line it would be is not needed there. */
export function plainProblem(text: string | undefined): string | undefined {
  return text?.replace(/^\S*\.toml:\d+: /i, '');
}

const LABELS: Record<string, string> = {
  'budget.tokens': 'Tokens',
  'budget.usd': 'US dollars',
  'budget.calls': 'Model calls',
  'study.flashcards': 'Cards',
  'study.questions': 'Questions',
  'study.ocr_refuse': 'Ask a person below this confidence',
  'study.ocr_warn': 'Warn below this confidence',
  'study.characters': 'Least characters of a document',
  'documents.megabytes': 'Largest file in megabytes',
  'documents.languages': 'Languages of scanned pages',
  'forge.items': 'Items',
  'forge.implementer_retries': 'Second tries at an item',
  'forge.designer_retries': 'Second tries at an idea',
  'forge.easy': 'Share of easy items',
  'forge.medium': 'Share of medium items',
  'forge.hard': 'Share of hard items',
  'forge.library': 'Own schema library',
  'forge.out': 'Folder for files',
  'engine.parallel': 'Runs at a time',
  'engine.lease_seconds': 'Seconds until a silent run is taken over',
  'models.offline': 'Stay offline',
  'models.cache': 'Answer repeated calls from memory',
  'models.prompts': 'Folder of own prompts',
  'search.url': 'Search service',
  'store.url': 'Database',
  'server.listen': 'Address and port',
  'server.accounts': 'People log in',
  'server.public_url': 'Public address',
  'server.behind_proxy': 'A proxy says who comes',
  'server.rate': 'Requests a second',
};

export function labelOf(key: string): string {
  return LABELS[key] ?? capital(plainly(key.split('.').pop() ?? key));
}

/** Where a value comes from, and whether it can be changed here. */
export function sourceOf(source: string, file: string): { words: string; isHere: boolean; isElsewhere: boolean } {
  if (source === 'default') return { words: 'Default', isHere: false, isElsewhere: false };
  if (source.startsWith(`${file}:`)) {
    return {
      words: `From your settings file, line ${source.slice(file.length + 1)}`,
      isHere: true,
      isElsewhere: false,
    };
  }
  if (source === '--set') return { words: 'Set on the command line', isHere: false, isElsewhere: true };
  const other = /^(.*\.toml):(\d+)$/i.exec(source);
  const words = other ? `Set in ${other[1]}, line ${other[2]}` : `Set by the variable ${source}`;
  return { words, isHere: false, isElsewhere: true };
}

const FLOWS = [
  { prefix: 'study_', title: 'Study' },
  { prefix: 'forge_', title: 'Forge' },
  { prefix: 'author_', title: 'Author' },
];

/** Agents by the flow they work in, and what they are called there. */
export function byFlow<A extends { name: string }>(agents: readonly A[]): { title: string; agents: A[] }[] {
  const groups = FLOWS.map(({ prefix, title }) => ({
    title,
    agents: agents.filter((agent) => agent.name.startsWith(prefix)),
  }));
  const rest = agents.filter((agent) => !FLOWS.some(({ prefix }) => agent.name.startsWith(prefix)));
  return [...groups, { title: 'Others', agents: rest }].filter((group) => group.agents.length > 0);
}

export function agentName(name: string): string {
  return capital(plainly(name.replace(/^(study|forge|author)_/, '')));
}
