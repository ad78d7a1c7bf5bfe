/** Readable names for paths, results and flags of tasks, and an example request. */
import { humanise } from '../../lib/format';

export const PATHS: Record<string, { label: string; about: string }> = {
  A: { label: 'Path A', about: 'Tutti looks for a source and writes the quiz from it.' },
  B: { label: 'Path B', about: 'Tutti writes the quiz from the material in the request.' },
  C: { label: 'Path C', about: 'Tutti extends an existing task file.' },
};

export const RESULTS: Record<string, { label: string; tone: 'neutral' | 'accent' | 'good' | 'bad' | 'warn' }> = {
  done: { label: 'Done', tone: 'good' },
  waits: { label: 'Waiting for you', tone: 'warn' },
  working: { label: 'Working', tone: 'accent' },
  error: { label: 'Error', tone: 'bad' },
  failed: { label: 'Failed', tone: 'bad' },
  skipped: { label: 'Skipped', tone: 'neutral' },
};

/** A sentence with readable names of stages and rules: `QUESTION_WRITER` becomes "the question writer". */
export function spellOutNames(text: string): string {
  return text
    .replace(/\b[A-Z]+(?:_[A-Z]+)+\b/g, (name) => `the ${humanise(name.toLowerCase())}`)
    .replace(/\b[a-z]+(?:_[a-z]+)+\b/g, (name) => humanise(name))
    .replaceAll('`', '');
}

export interface Flag {
  flag: string;
  detail?: string;
  unresolved?: boolean;
}

/** The flags of a status object, grouped by kind. */
export function flagsOf(status: unknown): { flag: string; details: string[] }[] {
  const flags = (status as { quality_flags?: Flag[] } | null)?.quality_flags ?? [];
  const found = new Map<string, string[]>();
  for (const flag of flags)
    found.set(flag.flag, [...(found.get(flag.flag) ?? []), ...(flag.detail ? [flag.detail] : [])]);
  return [...found].map(([flag, details]) => ({ flag, details }));
}

/** An example request. Its source is among the samples. */
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
