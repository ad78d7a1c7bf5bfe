import { expect, test } from 'vitest';

import { currentId, recordNewId } from './itemIds';

test('old IDs lead to the current one', () => {
  recordNewId('a', 'b');
  recordNewId('b', 'c');
  expect(['a', 'b', 'c', 'd'].map(currentId)).toEqual(['c', 'c', 'c', 'd']);
  recordNewId('c', 'a');
  expect(['a', 'b', 'c'].map(currentId)).toEqual(['a', 'a', 'a']);
  recordNewId('a', 'a');
  expect(currentId('a')).toBe('a');
});
