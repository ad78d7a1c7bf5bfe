/** What a question of a run is about, and the words that answer it. */
import type { ReviewView } from '../../lib/types';
import { sentence } from '../../lib/problem';
import { capital, plainly } from '../../lib/words';

/** By the name of the question, whose last word is the rule that asks. */
const TITLES: Record<string, string> = {
  recognised_text: 'Correct the recognised text',
  keep_or_drop: 'Keep it or drop it',
  material_unreadable: 'A text is missing',
  reference_not_given: 'A text is missing',
  no_source: 'No source was found',
  no_sample_in_scope: 'No sample question fits',
  too_few_candidates: 'Too few good questions',
  rounds_spent: 'Too few good questions',
  file_unsound: 'The task file is not sound',
  curriculum_unfit: 'It does not fit the curriculum',
  escalated: 'An agent is unsure',
};

/** A heading for a question: what it is about, or the first sentence of what is asked. */
export function titleOf(review: Pick<ReviewView, 'name' | 'ask'>): string {
  const named = review.name.split('/').findLast((word) => word in TITLES);
  if (named) return TITLES[named] ?? '';
  const first = /^.*?[.?!](?=\s|$)/s.exec(review.ask)?.[0] ?? review.ask;
  return capital(first.replaceAll('`', ''));
}

export interface Word {
  /** What is sent. */
  answer: string;
  /** What stands on the button. */
  label: string;
  isEnd: boolean;
}

const LABELS: Record<string, string> = {
  go_on: 'Go on as it is',
  again: 'Try again',
  skip: 'Skip this task',
  discard: 'Discard it',
  keep: 'Keep it',
  drop: 'Drop it',
};
const ENDS = ['skip', 'discard', 'drop'];

/** The words that may be answered: those that are allowed, or that the question itself names in backticks. */
export function wordsOf(review: Pick<ReviewView, 'allowed' | 'ask'>): Word[] {
  const allowed = review.allowed.filter((answer) => !answer.startsWith('@'));
  const named = [...review.ask.matchAll(/`([a-z_]+)`/g)].map((found) => found[1] ?? '');
  const words = review.allowed.length > 0 ? allowed : named;
  return [...new Set(words)].map((answer) => ({
    answer,
    label: LABELS[answer] ?? capital(plainly(answer)),
    isEnd: ENDS.includes(answer),
  }));
}

/** What a free answer is called: `@QUESTIONS` asks for questions. */
export function textOf(review: Pick<ReviewView, 'allowed'>): string {
  const named = review.allowed.find((answer) => answer.startsWith('@'));
  return named ? capital(plainly(named.slice(1).toLowerCase())) : 'Your answer';
}

/** Why a person is asked, without the name of the rule that stands before it. */
export function whyOf(review: Pick<ReviewView, 'why'>): { rule: string | undefined; why: string } {
  const [, rule, why] = /^([a-z]+(?:_[a-z]+)+): (.*)$/s.exec(review.why) ?? [];
  return { rule, why: sentence(why ?? review.why) };
}

/** The question that is asked once more by this one, because its answer could not be used: `…/more/rule` asks `…/rule`. */
export function earlierOf(name: string): string | undefined {
  const [, place, rule] = /^((?:.*\/)?)more\/([^/]+)$/.exec(name) ?? [];
  return place === undefined || rule === undefined ? undefined : `${place}${rule}`;
}

/** What was answered and why it could not be used, which stands before what was asked. */
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

/** The last sentence: a question that was asked again itself has a remark before it. */
function bareOf(ask: string): string {
  return ask.split(/(?<=[.?!]) (?=[A-Z])/).at(-1) ?? ask;
}
