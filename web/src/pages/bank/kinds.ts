/** Names for kinds of items, difficulties and severities. */
import type { Schemas } from '../../lib/types';

export type Kind = Schemas['Body']['kind'];

export const KINDS: readonly { value: Kind; label: string }[] = [
  { value: 'multiple_choice', label: 'Multiple choice' },
  { value: 'multiple_response', label: 'Multiple response' },
  { value: 'true_false', label: 'True or false' },
  { value: 'numeric', label: 'Numeric' },
  { value: 'short_answer', label: 'Short answer' },
  { value: 'cloze', label: 'Cloze' },
  { value: 'flashcard', label: 'Card' },
];

export function kindName(kind: string): string {
  return KINDS.find((known) => known.value === kind)?.label ?? kind.replaceAll('_', ' ');
}

/** A share as a percentage: 0.62 is "62%". */
export function percent(share: number): string {
  return `${Math.round(share * 100)}%`;
}

/** The difficulty of an item in a few words, as measured or as estimated. */
export function difficultyText(difficulty: Schemas['Difficulty2']): string {
  const source = difficulty.source;
  const is = source?.from === 'data' ? 'answered correctly' : 'expected to answer correctly';
  return `${percent(difficulty.mean)} ${is}`;
}

export const SEVERITIES: readonly {
  severity: Schemas['Severity'];
  label: string;
  tone: 'bad' | 'warn' | 'neutral';
}[] = [
  { severity: 'high', label: 'Serious', tone: 'bad' },
  { severity: 'medium', label: 'Worth fixing', tone: 'warn' },
  { severity: 'low', label: 'Worth a look', tone: 'neutral' },
];
