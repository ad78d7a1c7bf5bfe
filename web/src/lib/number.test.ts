import { expect, test } from 'vitest';

import { percentage, whole } from './number';

test.each([
  ['12', { value: 12 }],
  [3, { value: 3 }],
  ['', { error: 'Type a whole number from 1 to 10,000.' }],
  [null, { error: 'Type a whole number from 1 to 10,000.' }],
  ['2.5', { error: 'Type a whole number from 1 to 10,000.' }],
  ['0', { error: 'Type a whole number from 1 to 10,000.' }],
  ['many', { error: 'Type a whole number from 1 to 10,000.' }],
])('whole %j', (typed, expected) => {
  expect(whole(typed, 1, 10_000)).toEqual(expected);
});

test('percentages', () => {
  expect(percentage('33.5')).toEqual({ value: 33.5 });
  expect(percentage('101').error).toBeDefined();
  expect(percentage('').error).toBeDefined();
});
