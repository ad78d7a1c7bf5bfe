/** Readable names for the terms of the forge. */
import { capitalise, humanise } from '../../lib/format';
import type { Schemas } from '../../lib/types';

export type Layer = Schemas['Layer'];
export type LayerName = keyof Schemas['Layers'];

/** The layers of the verifier, in the order in which they run. */
export const LAYERS: readonly { name: LayerName; title: string; about: string }[] = [
  { name: 'form', title: 'Form', about: 'Options, key and formulas are well formed, and no two options are equal.' },
  { name: 'syllabus', title: 'Syllabus', about: 'The solution uses only methods in the syllabus.' },
  { name: 'proof', title: 'Proof', about: 'Solving the formal claim gives the key and no other option.' },
  { name: 'blind', title: 'Blind solver', about: 'A solver that sees neither the key nor the solution finds the key.' },
  { name: 'paths', title: 'Wrong options', about: 'Each wrong option results from the mistake behind it.' },
];

export const VERDICTS: Record<Layer, { tone: 'good' | 'bad' | 'neutral'; word: string }> = {
  pass: { tone: 'good', word: 'passed' },
  fail: { tone: 'bad', word: 'failed' },
  undecided: { tone: 'neutral', word: 'undecided' },
};

const FAILURES: Record<string, string> = {
  mathematical_error: 'Mathematical error',
  ambiguity: 'Ambiguous',
  multiple_correct_answers: 'More than one correct option',
  excessive_computation: 'Too much computation',
  distractor_failure: 'A wrong option does not result from its mistake',
  style_mismatch: 'Does not match the exam style',
  out_of_syllabus: 'Needs a method outside the syllabus',
  too_long: 'Too long',
  too_grindy: 'Too much routine work, too little insight',
  weak_distractors: 'Wrong options are not plausible',
  implausible_numbers: 'Implausible numbers',
  multi_idea: 'More than one idea',
  near_duplicate: 'Too similar to another item',
  no_idea: 'No idea found',
  pipeline_error: 'The run failed on this item',
  unreadable: 'Unreadable',
};

export function failure(type: string): string {
  return FAILURES[type] ?? capitalise(humanise(type));
}

export const SCORES: readonly { name: keyof Schemas['Scores']; title: string }[] = [
  { name: 'authenticity', title: 'Authenticity' },
  { name: 'one_idea', title: 'One idea' },
  { name: 'no_calculator', title: 'No calculator needed' },
  { name: 'elegance', title: 'Elegance' },
  { name: 'distractor_realism', title: 'Plausible wrong options' },
  { name: 'plausibility', title: 'Plausible numbers' },
];

const STAGES: Record<string, string> = {
  designer: 'Designer',
  implementer: 'Implementer',
  solver: 'Blind solver',
  verifier: 'Verifier',
  style: 'Style judge',
  duplicates: 'Duplicates',
  pipeline: 'Pipeline',
};

export function stage(name: string): string {
  return STAGES[name] ?? capitalise(humanise(name));
}

export const GROUPS: Record<string, string> = { M: 'Mathematics', P: 'Physics' };
