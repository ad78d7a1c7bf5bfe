import { expect, test } from 'vitest';

import { nameNow, rename } from './renamed';

test('names lead on, and back again', () => {
  rename('a', 'b');
  rename('b', 'c');
  expect(['a', 'b', 'c', 'd'].map(nameNow)).toEqual(['c', 'c', 'c', 'd']);
  rename('c', 'a');
  expect(['a', 'b', 'c'].map(nameNow)).toEqual(['a', 'a', 'a']);
  rename('a', 'a');
  expect(nameNow('a')).toBe('a');
});
