/** What is said of the tasks of a batch. */
import { plainly } from '../../lib/words';

export const PATHS: Record<string, { label: string; about: string }> = {
  A: { label: 'Path A', about: 'A source was looked for, and the quiz was written on it.' },
  B: { label: 'Path B', about: 'The quiz was written on the material that was given.' },
  C: { label: 'Path C', about: 'A task file that was there was extended.' },
};

export const RESULTS: Record<string, { label: string; tone: 'neutral' | 'accent' | 'good' | 'bad' | 'warn' }> = {
  done: { label: 'Done', tone: 'good' },
  waits: { label: 'Waits for you', tone: 'warn' },
  working: { label: 'Working', tone: 'accent' },
  error: { label: 'Cannot be done', tone: 'bad' },
  failed: { label: 'Failed', tone: 'bad' },
  skipped: { label: 'Skipped', tone: 'neutral' },
};

/** A sentence without the names that stages and rules have for programs: `QUESTION_WRITER` is the question writer. */
export function inWords(text: string): string {
  return text
    .replace(/\b[A-Z]+(?:_[A-Z]+)+\b/g, (name) => `the ${plainly(name.toLowerCase())}`)
    .replace(/\b[a-z]+(?:_[a-z]+)+\b/g, (name) => plainly(name))
    .replaceAll('`', '');
}

export interface Flag {
  flag: string;
  detail?: string;
  unresolved?: boolean;
}

/** The flags of a status object, those of one kind together. */
export function flagsOf(status: unknown): { flag: string; details: string[] }[] {
  const flags = (status as { quality_flags?: Flag[] } | null)?.quality_flags ?? [];
  const found = new Map<string, string[]>();
  for (const flag of flags)
    found.set(flag.flag, [...(found.get(flag.flag) ?? []), ...(flag.detail ? [flag.detail] : [])]);
  return [...found].map(([flag, details]) => ({ flag, details }));
}

/** A request to begin with: its source is found in the library of samples. */
export const EXAMPLE = `- Domain: Earth science
- Use case: Volcanoes
- Use case description: Learn how volcanoes form and erupt.
- Knowledge dimensions: Conceptual
- Task ID: volcanoes-basics
- Task title: Volcanoes
- Comprehension quiz source: AQG
- Task inspiration: A first course in geology
- CQ format: single-select MCQs with 4 options and one correct answer
`;
