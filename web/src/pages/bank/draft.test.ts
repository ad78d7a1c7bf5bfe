import { describe, expect, test } from 'vitest';

import { draftOf, gapNames, labelAt, type Item, itemOf } from './draft';

const whole: Item = {
  id: 'mc-1',
  aliases: ['Q1'],
  stem: 'What is \\(1+1\\)?',
  body: {
    kind: 'multiple_choice',
    options: [
      { label: 'A', text: '2', rationale: 'Adds.' },
      { label: 'B', text: '11' },
    ],
    key: 'A',
  },
  solution: { steps: [{ text: 'Add.', methods: ['algebra'] }], insight: 'Add them.' },
  tags: ['easy', 'sums'],
  bloom: 'apply',
  language: 'en',
  claim: { task: 'solve' },
  version: 3,
};

describe('a draft', () => {
  const cases: Item[] = [
    whole,
    { stem: 'Which?', body: { kind: 'multiple_response', options: [{ label: 'A', text: 'x' }], keys: ['A'] } },
    { stem: '2?', body: { kind: 'multiple_choice', options: [{ label: '1', text: 'x' }], key: '1' } },
    { stem: 'Water is wet.', body: { kind: 'true_false', answer: false } },
    { stem: 'g?', body: { kind: 'numeric', value: '9.81', tolerance: { relative: '0.01' }, unit: 'm/s²' } },
    { stem: 'g?', body: { kind: 'numeric', value: '3/4', tolerance: 'exact' } },
    { stem: 'Who?', body: { kind: 'short_answer', accepts: ['Ada', 'Ada Lovelace'], case_sensitive: true } },
    { stem: 'a {{x}}', body: { kind: 'cloze', gaps: [{ name: 'x', accepts: ['b'], hint: 'after a' }] } },
    { stem: 'Front', body: { kind: 'flashcard', back: 'Back' } },
  ];
  test.each(cases)('gives back the item it was created from: $body.kind', (item) => {
    expect(itemOf(draftOf(item), item)).toEqual(item);
  });

  test('letters follow the positions, and the key moves with its option', () => {
    const draft = draftOf(whole);
    draft.options.reverse();
    expect(itemOf(draft, whole).body).toEqual({
      kind: 'multiple_choice',
      options: [
        { label: 'A', text: '11' },
        { label: 'B', text: '2', rationale: 'Adds.' },
      ],
      key: 'B',
    });
  });

  test.each([
    [['A', 'B'], 2, 'C'],
    [['1', '2', '3'], 3, '4'],
    [['1', '2', '3'], 1, '2'],
    [['x', 'y'], 1, 'y'],
    [[], 0, 'A'],
  ])('labels %j at %i', (labels, at, expected) => {
    expect(labelAt(labels, at)).toBe(expected);
  });

  test('empty fields are left out', () => {
    const draft = { ...draftOf(whole), tags: ' , ', bloom: '', language: ' ', insight: '', steps: [] };
    const item = itemOf(draft, whole);
    expect(Object.keys(item).sort()).toEqual(['aliases', 'body', 'claim', 'id', 'stem', 'version']);
  });

  test('tags are split at commas, sorted and deduplicated', () => {
    expect(itemOf({ ...draftOf(whole), tags: 'b, a,b ,c d' }, whole).tags).toEqual(['a', 'b', 'c d']);
  });
});

test('gaps are found in a text', () => {
  expect(gapNames('{{a}} and {{ b }} and {{a}}, not {c}')).toEqual(['a', 'b']);
});
