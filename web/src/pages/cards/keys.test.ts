import { expect, test } from 'vitest';

import { type Act, keyed } from './keys';

function check(key: string, isRevealed: boolean, expected: Act) {
  expect(keyed(key, isRevealed), key).toEqual(expected);
}

test('a card is turned, then rated', () => {
  check(' ', false, { act: 'reveal' });
  check('Enter', false, { act: 'reveal' });
  check('1', false, { act: 'nothing' });
  check('1', true, { act: 'rate', rating: 'again' });
  check('4', true, { act: 'rate', rating: 'easy' });
  check(' ', true, { act: 'rate', rating: 'good' });
  check('5', true, { act: 'nothing' });
});
