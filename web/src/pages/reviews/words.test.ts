import { expect, test } from 'vitest';

import { textOf, titleOf, whyOf, wordsOf } from './words';

test('words are those that are allowed, or that the question names', () => {
  const check = (allowed: string[], ask: string, expected: string[]) =>
    expect(wordsOf({ allowed, ask }).map((word) => word.answer)).toEqual(expected);
  check(['go_on', 'skip'], 'Go on?', ['go_on', 'skip']);
  check(['again', '@QUESTIONS'], 'Write some, or `skip`.', ['again']);
  check([], 'Correct the text, or answer `discard`.', ['discard']);
  check([], 'Send the text, or answer `skip` or `skip`.', ['skip']);
  check([], 'What is it?', []);
});

test('a question is called by what it asks', () => {
  const check = (name: string, ask: string, expected: string) => expect(titleOf({ name, ask })).toBe(expected);
  check('recognised_text', 'whatever', 'Correct the recognised text');
  check('H2', 'the file `a.pdf` is missing. Send it.', 'The file a.pdf is missing.');
  check('x', 'is it right', 'Is it right');
  check('round/2/rounds_spent/more', 'Go on?', 'Too few good questions');
});

test('a free answer has a name', () => {
  expect(textOf({ allowed: ['skip', '@QUESTIONS'] })).toBe('Questions');
  expect(textOf({ allowed: [] })).toBe('Your answer');
});

test('the name of a rule is not part of the reason', () => {
  const check = (why: string, rule: string | undefined, said: string) =>
    expect(whyOf({ why })).toEqual({ rule, why: said });
  check('rounds_spent: it failed 3 times', 'rounds_spent', 'It failed 3 times.');
  check('the text: it is unsure', undefined, 'The text: it is unsure.');
});
