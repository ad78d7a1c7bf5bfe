/** What the forge says, in words for people. */
import type { Schemas } from '../../lib/types';
import { capital, plainly } from '../../lib/words';

export type Layer = Schemas['Layer'];
export type LayerName = keyof Schemas['Layers'];

/** The layers of the verifier, in the order in which they are gone through. */
export const LAYERS: readonly { name: LayerName; title: string; about: string }[] = [
  { name: 'form', title: 'Form', about: 'Options, key and formulas are well formed, and no two options are equal.' },
  { name: 'syllabus', title: 'Syllabus', about: 'The solution needs only methods that are taught.' },
  { name: 'proof', title: 'Proof', about: 'The formal claim was solved: it gives the key and no other option.' },
  { name: 'blind', title: 'Blind solver', about: 'Somebody who saw neither key nor solution finds the key.' },
  { name: 'paths', title: 'Wrong paths', about: 'Each wrong option is what its mistake really gives.' },
];

export const VERDICTS: Record<Layer, { tone: 'good' | 'bad' | 'neutral'; word: string }> = {
  pass: { tone: 'good', word: 'passed' },
  fail: { tone: 'bad', word: 'failed' },
  undecided: { tone: 'neutral', word: 'not decided' },
};

const FAILURES: Record<string, string> = {
  mathematical_error: 'A mistake in the mathematics',
  ambiguity: 'It can be read in two ways',
  multiple_correct_answers: 'More than one option is right',
  excessive_computation: 'Too much computing',
  distractor_failure: 'A wrong option does not come from its mistake',
  style_mismatch: 'Not in the style of the exam',
  out_of_syllabus: 'It needs a method that is not taught',
  too_long: 'Too long',
  too_grindy: 'Too much grinding, too little thought',
  weak_distractors: 'The wrong options tempt nobody',
  implausible_numbers: 'The numbers are not believable',
  multi_idea: 'More than one idea',
  near_duplicate: 'Too much like another item',
  no_idea: 'No idea was found',
  pipeline_error: 'It broke off',
  unreadable: 'It cannot be read',
};

export function failure(type: string): string {
  return FAILURES[type] ?? capital(plainly(type));
}

export const SCORES: readonly { name: keyof Schemas['Scores']; title: string }[] = [
  { name: 'authenticity', title: 'Like a real exam' },
  { name: 'one_idea', title: 'One idea' },
  { name: 'no_calculator', title: 'No calculator needed' },
  { name: 'elegance', title: 'Elegance' },
  { name: 'distractor_realism', title: 'Wrong options that tempt' },
  { name: 'plausibility', title: 'Believable numbers' },
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
  return STAGES[name] ?? capital(plainly(name));
}

export const GROUPS: Record<string, string> = { M: 'Mathematics', P: 'Physics' };
