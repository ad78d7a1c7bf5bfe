import { expect, test } from 'vitest';

import { earlierOf, refusedOf, textOf, titleOf, whyOf, wordsOf } from './reviewText';

test('answers are those that are allowed, or that the question names', () => {
  const check = (allowed: string[], ask: string, expected: string[]) =>
    expect(wordsOf({ allowed, ask }).map((word) => word.answer)).toEqual(expected);
  check(['go_on', 'skip'], 'Go on?', ['go_on', 'skip']);
  check(['again', '@QUESTIONS'], 'Write some, or `skip`.', ['again']);
  check([], 'Correct the text, or answer `discard`.', ['discard']);
  check([], 'Send the text, or answer `skip` or `skip`.', ['skip']);
  check([], 'What is it?', []);
});

test('a review is titled by its rule or its question', () => {
  const check = (name: string, ask: string, expected: string) => expect(titleOf({ name, ask })).toBe(expected);
  check('recognised_text', 'whatever', 'Correct the recognised text');
  check('H2', 'the file `a.pdf` is missing. Send it.', 'The file a.pdf is missing.');
  check('x', 'is it right', 'Is it right');
  check('round/2/rounds_spent/more', 'Go on?', 'Too few good questions');
});

test('a free answer has a label', () => {
  expect(textOf({ allowed: ['skip', '@QUESTIONS'] })).toBe('Questions');
  expect(textOf({ allowed: [] })).toBe('Your answer');
});

test('the name of the rule is not part of the reason', () => {
  const check = (why: string, rule: string | undefined, said: string) =>
    expect(whyOf({ why })).toEqual({ rule, why: said });
  check('rounds_spent: it failed 3 times', 'rounds_spent', 'It failed 3 times.');
  check('the text: it is unsure', undefined, 'The text: it is unsure.');
});

test('a repeated question knows the refused answer', () => {
  const check = (name: string, expected: string | undefined) => expect(earlierOf(name)).toBe(expected);
  check('round/2/more/rounds_spent', 'round/2/rounds_spent');
  check('round/2/more/more/rounds_spent', 'round/2/more/rounds_spent');
  check('more/no_source', 'no_source');
  check('round/2/rounds_spent', undefined);
  check('more', undefined);
  const first = { ask: 'Send the text, or answer `skip`.', answer: 'no' };
  const second = { ask: '“no” is too short to be a text. Send the text, or answer `skip`.', answer: 'never' };
  const third = { ask: '“never” is too short to be a text. Send the text, or answer `skip`.' };
  expect(refusedOf(second, first)).toEqual({ answer: 'no', why: '“no” is too short to be a text.' });
  expect(refusedOf(third, second)).toEqual({ answer: 'never', why: '“never” is too short to be a text.' });
  expect(refusedOf(first, first)).toBeUndefined();
});
