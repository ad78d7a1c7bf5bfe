import { expect, test } from 'vitest';

import { tableCells, splitAtWords, splitAtQuote, markQuoteHtml, passageOf } from './passage';

test('a quote is highlighted in its passage', () => {
  const check = (passage: string, quote: string, expected: string) =>
    expect(
      splitAtQuote(passage, quote)
        .map((piece) => (piece.isQuote ? `[${piece.text}]` : piece.text))
        .join(''),
    ).toBe(expected);
  check('Ice moves. Snow falls.', 'Snow falls.', 'Ice moves. [Snow falls.]');
  check('Ice\n moves (slowly). Yes.', 'Ice moves (slowly).', '[Ice\n moves (slowly).] Yes.');
  check('Ice moves.', 'Something else', 'Ice moves.');
  check('Ice moves.', '', 'Ice moves.');
});

test('inflected forms of search words are highlighted', () => {
  const check = (text: string, search: string, expected: string) =>
    expect(
      splitAtWords(text, search)
        .map((piece) => (piece.isQuote ? `[${piece.text}]` : piece.text))
        .join(''),
    ).toBe(expected);
  check('Eruptions erupt; an eruption.', 'eruption', '[Eruptions] erupt; an [eruption].');
  check('Årene er årer.', 'årer', 'Årene er [årer].');
  check('Gas and magma.', 'magma gas', '[Gas] and [magma].');
  check('a c++ text', '+', 'a c++ text');
});

test('a block comes with its heading', () => {
  const blocks = [
    { block_id: 'p1.1', role: 'heading', text: 'Ice', page: 1 },
    { block_id: 'p1.2', role: 'paragraph', text: 'It moves.', page: 1 },
  ];
  expect(passageOf(blocks, 'p1.2')?.heading).toBe('Ice');
  expect(passageOf(blocks, 'p1.1')?.heading).toBeUndefined();
  expect(passageOf(blocks, 'p9')).toBeUndefined();
});

test('tables are split into cells', () => {
  expect(tableCells('a | b\n1 | 2')).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ]);
});

test('a rendered quote is highlighted in its rendered passage', () => {
  expect(markQuoteHtml('a <math>x</math> b', '<math>x</math> b')).toBe('a <mark><math>x</math> b</mark>');
  expect(markQuoteHtml('a', 'b')).toBe('a');
  expect(markQuoteHtml('a', '')).toBe('a');
});
