import { expect, test } from 'vitest';

import { parsePercentage, parseWhole } from './number';

test.each([
  ['12', { value: 12 }],
  [3, { value: 3 }],
  ['', { error: 'Enter a whole number from 1 to 10,000.' }],
  [null, { error: 'Enter a whole number from 1 to 10,000.' }],
  ['2.5', { error: 'Enter a whole number from 1 to 10,000.' }],
  ['0', { error: 'Enter a whole number from 1 to 10,000.' }],
  ['many', { error: 'Enter a whole number from 1 to 10,000.' }],
])('whole %j', (typed, expected) => {
  expect(parseWhole(typed, 1, 10_000)).toEqual(expected);
});

test('percentages', () => {
  expect(parsePercentage('33.5')).toEqual({ value: 33.5 });
  expect(parsePercentage('101').error).toBeDefined();
  expect(parsePercentage('').error).toBeDefined();
});
