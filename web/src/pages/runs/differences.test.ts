import { expect, test } from 'vitest';

import { differences, short } from './differences';

test.each([
  [1, 1, []],
  [1, 2, [{ place: '', left: 1, right: 2 }]],
  [
    { a: 1, b: 2 },
    { a: 1, c: 3 },
    [
      { place: '/b', left: 2 },
      { place: '/c', right: 3 },
    ],
  ],
  [
    { a: [1, { b: 2 }] },
    { a: [1, { b: 3 }, 4] },
    [
      { place: '/a/1/b', left: 2, right: 3 },
      { place: '/a/2', right: 4 },
    ],
  ],
  [{ 'a/b': 1 }, { 'a/b': 2 }, [{ place: '/a~1b', left: 1, right: 2 }]],
  [{ a: null }, { a: {} }, [{ place: '/a', left: null, right: {} }]],
])('%j and %j', (left, right, expected) => {
  expect(differences(left, right)).toEqual(expected);
});

test('long values are cut off', () => {
  expect(short({ a: 'xxxxxxxxxx' }, 8)).toBe('{"a":"xx…');
  expect(short('plain')).toBe('plain');
});
