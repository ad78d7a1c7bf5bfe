/** Titles, reasons and answers of reviews. */
import { capitalise, humanise } from '../../lib/format';
import { sentence } from '../../lib/problem';
import type { ReviewView } from '../../lib/types';

/** Titles by the last part of a review’s name, which is the rule that asks. */
const TITLES: Record<string, string> = {
  recognised_text: 'Correct the recognised text',
  keep_or_drop: 'Keep or drop',
  material_unreadable: 'A text is missing',
  reference_not_given: 'A text is missing',
  no_source: 'No source was found',
  no_sample_in_scope: 'No sample question fits',
  too_few_candidates: 'Too few good questions',
  rounds_spent: 'Too few good questions',
  file_unsound: 'The task file has errors',
  curriculum_unfit: 'The quiz does not fit the curriculum',
  escalated: 'An agent is unsure',
};

/** The title of a review: by its rule, or the first sentence of the question. */
export function titleOf(review: Pick<ReviewView, 'name' | 'ask'>): string {
  const named = review.name.split('/').findLast((word) => word in TITLES);
  if (named) return TITLES[named] ?? '';
  const first = /^.*?[.?!](?=\s|$)/s.exec(review.ask)?.[0] ?? review.ask;
  return capitalise(first.replaceAll('`', ''));
}

export interface Word {
  /** The answer to send. */
  answer: string;
  /** The text on the button. */
  label: string;
  isEnd: boolean;
}

const LABELS: Record<string, string> = {
  go_on: 'Continue as is',
  again: 'Try again',
  skip: 'Skip this task',
  discard: 'Discard',
  keep: 'Keep',
  drop: 'Drop',
};
const ENDS = ['skip', 'discard', 'drop'];

/** The answers to choose from: those that are allowed, or those that the question names in backticks. */
export function wordsOf(review: Pick<ReviewView, 'allowed' | 'ask'>): Word[] {
  const allowed = review.allowed.filter((answer) => !answer.startsWith('@'));
  const named = [...review.ask.matchAll(/`([a-z_]+)`/g)].map((found) => found[1] ?? '');
  const words = review.allowed.length > 0 ? allowed : named;
  return [...new Set(words)].map((answer) => ({
    answer,
    label: LABELS[answer] ?? capitalise(humanise(answer)),
    isEnd: ENDS.includes(answer),
  }));
}

/** The label of a free answer: `@QUESTIONS` asks for questions. */
export function textOf(review: Pick<ReviewView, 'allowed'>): string {
  const named = review.allowed.find((answer) => answer.startsWith('@'));
  return named ? capitalise(humanise(named.slice(1).toLowerCase())) : 'Your answer';
}

/** The reason for a review, separate from the name of the rule in front of it. */
export function whyOf(review: Pick<ReviewView, 'why'>): { rule: string | undefined; why: string } {
  const [, rule, why] = /^([a-z]+(?:_[a-z]+)+): (.*)$/s.exec(review.why) ?? [];
  return { rule, why: sentence(why ?? review.why) };
}

/** The name of the review that this one repeats because its answer was refused: `…/more/rule` repeats `…/rule`. */
export function earlierOf(name: string): string | undefined {
  const [, place, rule] = /^((?:.*\/)?)more\/([^/]+)$/.exec(name) ?? [];
  return place === undefined || rule === undefined ? undefined : `${place}${rule}`;
}

/** A refused answer, with the reason, which precedes the question. */
export interface Refused {
  answer: string;
  why: string;
}

export function refusedOf(
  asked: Pick<ReviewView, 'ask'>,
  earlier: Pick<ReviewView, 'ask' | 'answer'>,
): Refused | undefined {
  const bare = asked.ask.indexOf(bareOf(earlier.ask));
  return bare > 0 ? { answer: earlier.answer ?? '', why: asked.ask.slice(0, bare).trim() } : undefined;
}

/** The last sentence: a repeated question has a reason in front of it. */
function bareOf(ask: string): string {
  return ask.split(/(?<=[.?!]) (?=[A-Z])/).at(-1) ?? ask;
}
