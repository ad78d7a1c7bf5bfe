import { expect, test } from 'vitest';

import { figure, adaptChart, refusalText, rowsOf, reliabilityText } from './analysis';

test.each([
  [0.5, '0.50'],
  [-0.244, '−0.24'],
  [null, '–'],
  [Number.NaN, '–'],
])('figure %j', (value, expected) => {
  expect(figure(value)).toBe(expected);
});

test('reliability is described by its level', () => {
  expect([0.95, 0.85, 0.75, 0.4].map((alpha) => reliabilityText(alpha).split(/[:.]/)[0])).toEqual([
    'High',
    'Good',
    'Fair',
    'Low',
  ]);
});

test('a refusal says what is missing', () => {
  expect(refusalText({ reason: { kind: 'too_few_answers', model: '1pl', item: 'q1' }, needed: 100, have: 4 })).toBe(
    'A one-parameter model needs 100 answers to every item; q1 has 4.',
  );
});

test('charts are adapted to the page and keep their data', () => {
  const spec = {
    title: 'T',
    width: 480,
    mark: 'bar',
    data: {
      values: [
        { a: 1, b: 'x' },
        { a: 2, b: null },
      ],
    },
  };
  expect(adaptChart(spec, false)).toMatchObject({
    mark: 'bar',
    width: 'container',
    config: { legend: { columns: 3 } },
  });
  expect(adaptChart(spec, false)).not.toHaveProperty('title');
  expect(rowsOf(spec)).toEqual({
    columns: ['a', 'b'],
    rows: [
      [1, 'x'],
      [2, null],
    ],
  });
});
