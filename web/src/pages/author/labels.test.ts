import { expect, test } from 'vitest';

import { flagsOf, spellOutNames } from './labels';

test.each([
  [
    'QUESTION_WRITER failed 3 times, for too_few_candidates',
    'the question writer failed 3 times, for too few candidates',
  ],
  ['FQ3: “vapour” is “vapor”', 'FQ3: “vapour” is “vapor”'],
  ['the field `use_case` is empty', 'the field use case is empty'],
])('%j', (text, expected) => {
  expect(spellOutNames(text)).toBe(expected);
});

test('flags are grouped by kind', () => {
  const status = { quality_flags: [{ flag: 'a', detail: '1' }, { flag: 'b' }, { flag: 'a', detail: '2' }] };
  expect(flagsOf(status)).toEqual([
    { flag: 'a', details: ['1', '2'] },
    { flag: 'b', details: [] },
  ]);
  expect(flagsOf(null)).toEqual([]);
});
