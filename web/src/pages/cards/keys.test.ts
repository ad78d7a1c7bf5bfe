import { expect, test } from 'vitest';

import { type KeyAction, actionFor } from './keys';

function check(key: string, isRevealed: boolean, expected: KeyAction) {
  expect(actionFor(key, isRevealed), key).toEqual(expected);
}

test('a card is revealed, then rated', () => {
  check(' ', false, { act: 'reveal' });
  check('Enter', false, { act: 'reveal' });
  check('1', false, { act: 'nothing' });
  check('1', true, { act: 'rate', rating: 'again' });
  check('4', true, { act: 'rate', rating: 'easy' });
  check(' ', true, { act: 'rate', rating: 'good' });
  check('5', true, { act: 'nothing' });
});
