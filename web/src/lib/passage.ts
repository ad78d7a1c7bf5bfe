/** Finds quotes and search words in the passages of a document. */

export interface Piece {
  text: string;
  isQuote: boolean;
}

/** A passage split at its quote. White space may differ: a quote is one line, a passage may have several. */
export function splitAtQuote(passage: string, quote: string): Piece[] {
  const found = findQuote(passage, quote);
  if (!found) return [{ text: passage, isQuote: false }];
  const [start, end] = found;
  return [
    { text: passage.slice(0, start), isQuote: false },
    { text: passage.slice(start, end), isQuote: true },
    { text: passage.slice(end), isQuote: false },
  ].filter((piece) => piece.text !== '');
}

/** The same for rendered HTML, where the quote is an exact part of the passage. */
export function markQuoteHtml(passage: string, quote: string): string {
  const at = quote === '' ? -1 : passage.indexOf(quote);
  if (at < 0) return passage;
  return `${passage.slice(0, at)}<mark>${quote}</mark>${passage.slice(at + quote.length)}`;
}

function findQuote(passage: string, quote: string): [number, number] | undefined {
  const words = quote.trim();
  if (words === '') return undefined;
  const at = passage.indexOf(words);
  if (at >= 0) return [at, at + words.length];
  const pattern = words.split(/\s+/).map(escapeRegExp).join('\\s+');
  const found = new RegExp(pattern, 'i').exec(passage);
  return found ? [found.index, found.index + found[0].length] : undefined;
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** A text split at the words of a search, with any ending. */
export function splitAtWords(text: string, search: string): Piece[] {
  const words = search.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 1);
  if (words.length === 0) return [{ text, isQuote: false }];
  // A search matches inflected forms, which share about the first two thirds of the word.
  const stems = words.map((word) => escapeRegExp(word.length > 4 ? word.slice(0, Math.ceil(word.length * 0.7)) : word));
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${stems.join('|')})[\\p{L}\\p{N}]*`, 'giu');
  const pieces: Piece[] = [];
  let last = 0;
  for (const hit of text.matchAll(pattern)) {
    if (hit.index > last) pieces.push({ text: text.slice(last, hit.index), isQuote: false });
    pieces.push({ text: hit[0], isQuote: true });
    last = hit.index + hit[0].length;
  }
  if (last < text.length) pieces.push({ text: text.slice(last), isQuote: false });
  return pieces;
}

/** The block that contains a quote, with the heading above it. */
export function passageOf<B extends { block_id: string; role: string; text: string; page: number }>(
  blocks: readonly B[],
  id: string,
): { block: B; heading: string | undefined } | undefined {
  const at = blocks.findIndex((block) => block.block_id === id);
  const block = blocks[at];
  if (!block) return undefined;
  const heading = blocks.slice(0, at).findLast((block) => block.role === 'heading');
  return { block, heading: block.role === 'heading' ? undefined : heading?.text };
}

/** The cells of a table that was read as lines separated by bars. */
export function tableCells(text: string): string[][] {
  return text.split('\n').map((line) => line.split(' | ').map((cell) => cell.trim()));
}
