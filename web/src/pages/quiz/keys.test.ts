import { expect, test } from 'vitest';

import { type KeyAction, actionFor, letter, type QuizState } from './keys';

const open: QuizState = { options: 4, chosen: undefined, isAnswered: false };
const chosen: QuizState = { ...open, chosen: 1 };
const answered: QuizState = { ...chosen, isAnswered: true };

function check(key: string, state: QuizState, expected: KeyAction) {
  expect(actionFor(key, state), `${key} at ${JSON.stringify(state)}`).toEqual(expected);
}

test('numbers and letters choose', () => {
  check('1', open, { act: 'choose', option: 0 });
  check('4', open, { act: 'choose', option: 3 });
  check('5', open, { act: 'nothing' });
  check('a', open, { act: 'choose', option: 0 });
  check('D', chosen, { act: 'choose', option: 3 });
  check('e', open, { act: 'nothing' });
  check('x', open, { act: 'nothing' });
});

test('arrows wrap around', () => {
  check('ArrowDown', open, { act: 'choose', option: 0 });
  check('ArrowUp', open, { act: 'choose', option: 3 });
  check('ArrowDown', chosen, { act: 'choose', option: 2 });
  check('ArrowUp', { ...open, chosen: 0 }, { act: 'choose', option: 3 });
  check('ArrowRight', { ...open, chosen: 3 }, { act: 'choose', option: 0 });
  check('ArrowDown', { ...open, options: 0 }, { act: 'nothing' });
});

test('Enter submits, then continues', () => {
  check('Enter', open, { act: 'nothing' });
  check('Enter', chosen, { act: 'answer' });
  check('Enter', answered, { act: 'next' });
  check(' ', answered, { act: 'next' });
  check('2', answered, { act: 'nothing' });
});

test('letters', () => {
  expect([0, 1, 5].map(letter)).toEqual(['A', 'B', 'F']);
});
