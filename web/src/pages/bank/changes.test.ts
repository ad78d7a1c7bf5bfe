import { expect, test } from 'vitest';

import { changes, compareWords } from './changes';
import type { Item } from './draft';

test.each([
  ['the same', 'the same', '=the same'],
  ['a cat sat', 'a dog sat', '=a |-cat|+dog|= sat'],
  ['', 'new', '+new'],
  ['old', '', '-old'],
  ['one thing', 'nothing like it at all', '-one thing|+nothing like it at all'],
  ['x^2 + 1', 'x^3 + 1', '=x^|-2|+3|= + 1'],
])('%j and %j', (before, after, expected) => {
  const signs = { same: '=', gone: '-', new: '+' };
  expect(
    compareWords(before, after)
      .map((part) => signs[part.is] + part.text)
      .join('|'),
  ).toBe(expected);
});

test('a long text is shown whole', () => {
  const long = 'word '.repeat(400);
  expect(compareWords(long, `${long}end`).map((part) => part.is)).toEqual(['gone', 'new']);
});

test('fields that differ', () => {
  const before: Item = {
    stem: 'Old?',
    body: {
      kind: 'multiple_choice',
      options: [
        { label: 'A', text: 'x' },
        { label: 'B', text: 'y' },
      ],
      key: 'A',
    },
    tags: ['one'],
  };
  const after: Item = {
    stem: 'New?',
    body: {
      kind: 'multiple_choice',
      options: [
        { label: 'A', text: 'x', rationale: 'r' },
        { label: 'B', text: 'y' },
      ],
      key: 'B',
    },
    tags: ['one'],
  };
  expect(changes(before, after)).toEqual([
    { field: 'Question', before: 'Old?', after: 'New?' },
    { field: 'Key', before: 'A', after: 'B' },
    { field: 'Rationale for option A', before: '', after: 'r' },
  ]);
  expect(changes(before, before)).toEqual([]);
  expect(changes({ ...before, figure: '<svg/>' }, { ...before, figure: '<svg></svg>' })).toEqual([
    { field: 'Figure', before: 'a figure', after: 'a figure, changed' },
  ]);
});
