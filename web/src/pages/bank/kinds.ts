/** The kinds of items and what else is said of them, in words. */
import type { Schemas } from '../../lib/types';

export type Kind = Schemas['Body']['kind'];

export const KINDS: readonly { value: Kind; label: string }[] = [
  { value: 'multiple_choice', label: 'Multiple choice' },
  { value: 'multiple_response', label: 'Several right answers' },
  { value: 'true_false', label: 'True or false' },
  { value: 'numeric', label: 'Number' },
  { value: 'short_answer', label: 'Short answer' },
  { value: 'cloze', label: 'Gap text' },
  { value: 'flashcard', label: 'Card' },
];

export function kindName(kind: string): string {
  return KINDS.find((known) => known.value === kind)?.label ?? kind.replaceAll('_', ' ');
}

/** A share as a person says it: 0.62 is "62 %". */
export function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

/** How hard an item is, in a few words; tells a guess from what was measured. */
export function hardness(difficulty: Schemas['Difficulty2']): string {
  const source = difficulty.source;
  const is = source?.from === 'data' ? 'answered right' : 'expected right';
  return `${percent(difficulty.mean)} ${is}`;
}

export const SEVERITIES: readonly {
  severity: Schemas['Severity'];
  label: string;
  tone: 'bad' | 'warn' | 'neutral';
}[] = [
  { severity: 'high', label: 'Serious', tone: 'bad' },
  { severity: 'medium', label: 'Worth mending', tone: 'warn' },
  { severity: 'low', label: 'Worth a look', tone: 'neutral' },
];
