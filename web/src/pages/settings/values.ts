/**
 * Converts settings between the server and the form. The server sends each value as TOML and describes the allowed
 * values in words; a form holds plain text.
 */
import { capitalise, humanise } from '../../lib/format';
import type { Schemas } from '../../lib/types';

export type Value = Schemas['ValueView'];

export type Control = 'switch' | 'whole' | 'number' | 'list' | 'choice' | 'text';

/** The form control for a setting, from the description of its allowed values. */
export function controlFor(allowed: string): Control {
  if (allowed === 'true or false') return 'switch';
  if (allowed.startsWith('a whole number')) return 'whole';
  if (allowed.startsWith('a number') || allowed.startsWith('an amount')) return 'number';
  if (allowed.startsWith('a list')) return 'list';
  return choices(allowed).length > 1 ? 'choice' : 'text';
}

/** The allowed values, if the description is a list such as `"a", "b" or "c"`. */
export function choices(allowed: string): string[] {
  return /^"[^"]+"(?:(?:, | or )"[^"]+")+$/.test(allowed) && !/[A-Z]{3}/.test(allowed)
    ? [...allowed.matchAll(/"([^"]+)"/g)].map((found) => found[1] ?? '')
    : [];
}

/** A TOML value as plain text: `"eng"` is eng, `["a", "b"]` is "a, b". */
export function plainText(toml: string | null | undefined): string {
  if (toml === null || toml === undefined) return '';
  try {
    const value = JSON.parse(toml.replace(/,\s*\]$/, ']')) as unknown;
    return Array.isArray(value) ? value.join(', ') : String(value);
  } catch {
    return toml.replace(/^'(.*)'$/s, '$1');
  }
}

export type ParsedSetting =
  { value: string | number | boolean | string[] | null; error?: undefined } | { error: string };

/** The value to save for a typed text. An empty text removes the setting, so that the default applies. */
export function parseTyped(typed: string | number | boolean | null | undefined, allowed: string): ParsedSetting {
  const control = controlFor(allowed);
  if (control === 'switch') return { value: typed === true || typed === 'true' };
  const text = String(typed ?? '').trim();
  if (text === '') return { value: null };
  if (control === 'list') {
    return { value: text.split(/[,\n]/).flatMap((one) => (one.trim() === '' ? [] : [one.trim()])) };
  }
  if (control !== 'whole' && control !== 'number') return { value: text };
  const number = Number(text);
  const range = /from (-?\d+) to (\d+)/.exec(allowed);
  const isIn = !range || (number >= Number(range[1]) && number <= Number(range[2]));
  const isValid = Number.isFinite(number) && isIn && number >= 0 && (control === 'number' || Number.isInteger(number));
  return isValid ? { value: number } : { error: `Must be ${groupDigits(allowed)}.` };
}

/** 1000000 becomes 1,000,000. */
function groupDigits(text: string): string {
  return text.replace(/\d{5,}/g, (digits) => Number(digits).toLocaleString('en-GB'));
}

/** The description of a setting, unless it repeats the label. */
export function aboutOf(value: Value): string | undefined {
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '');
  const about = value.about.replaceAll('`', '');
  return plain(about) === plain(labelOf(value.key)) ? undefined : about;
}

/** A message without its location in the settings file, which is of no use beside the field. */
export function withoutLocation(text: string | undefined): string | undefined {
  return text?.replace(/^\S*\.toml:\d+: /i, '');
}

const LABELS: Record<string, string> = {
  'budget.tokens': 'Tokens',
  'budget.usd': 'US dollars',
  'budget.calls': 'Model calls',
  'study.flashcards': 'Cards',
  'study.questions': 'Questions',
  'study.ocr_refuse': 'Ask for a review below this OCR confidence',
  'study.ocr_warn': 'Warn below this OCR confidence',
  'study.characters': 'Minimum length, in characters',
  'documents.megabytes': 'Maximum file size, in megabytes',
  'documents.languages': 'OCR languages',
  'forge.items': 'Items',
  'forge.implementer_retries': 'Retries per item',
  'forge.designer_retries': 'Retries per idea',
  'forge.easy': 'Share of easy items',
  'forge.medium': 'Share of medium items',
  'forge.hard': 'Share of hard items',
  'forge.library': 'Custom schema library',
  'forge.out': 'Output folder',
  'engine.parallel': 'Concurrent child runs',
  'engine.lease_seconds': 'Lease of a run, in seconds',
  'models.offline': 'Offline mode',
  'models.cache': 'Cache model calls',
  'models.prompts': 'Folder with custom prompts',
  'search.url': 'Search service',
  'store.url': 'Database',
  'server.listen': 'Address and port',
  'server.accounts': 'Require login',
  'server.public_url': 'Public address',
  'server.behind_proxy': 'Behind a reverse proxy',
  'server.rate': 'Requests per second',
  'server.allowed_hosts': 'Hosts allowed for providers',
  'server.key_variables': 'Variables allowed for API keys',
};

export function labelOf(key: string): string {
  return LABELS[key] ?? capitalise(humanise(key.split('.').pop() ?? key));
}

/** Where a value comes from, and whether the page can change it. */
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
  const words = other ? `Set in ${other[1]}, line ${other[2]}` : `Set by the environment variable ${source}`;
  return { words, isHere: false, isElsewhere: true };
}

const FLOWS = [
  { prefix: 'study_', title: 'Study' },
  { prefix: 'forge_', title: 'Forge' },
  { prefix: 'author_', title: 'Author' },
];

/** Agents grouped by flow. */
export function groupByFlow<A extends { name: string }>(agents: readonly A[]): { title: string; agents: A[] }[] {
  const groups = FLOWS.map(({ prefix, title }) => ({
    title,
    agents: agents.filter((agent) => agent.name.startsWith(prefix)),
  }));
  const rest = agents.filter((agent) => !FLOWS.some(({ prefix }) => agent.name.startsWith(prefix)));
  return [...groups, { title: 'Other', agents: rest }].filter((group) => group.agents.length > 0);
}

export function agentName(name: string): string {
  return capitalise(humanise(name.replace(/^(study|forge|author)_/, '')));
}
