import { expect, test } from 'vitest';

import { forkOf } from './fork';

test.each([
  ['01j at read#1', { run: '01j', step: 'read#1' }],
  ['01j/tasks/0 at round/0/bank#1', { run: '01j/tasks/0', step: 'round/0/bank#1' }],
  ['01j', { run: '01j', step: '' }],
])('%j', (text, expected) => {
  expect(forkOf(text)).toEqual(expected);
});
