/** Highlights search words in rendered text, except inside formulas. */
import { splitAtWords } from './passage';

export function highlight(words: () => string): (element: HTMLElement) => void {
  return (element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) {
      const text = walker.currentNode as Text;
      if (!text.parentElement?.closest('math, mark')) texts.push(text);
    }
    for (const text of texts) {
      const pieces = splitAtWords(text.data, words());
      if (!pieces.some((piece) => piece.isQuote)) continue;
      text.replaceWith(
        ...pieces.map((piece) => {
          if (!piece.isQuote) return document.createTextNode(piece.text);
          const mark = document.createElement('mark');
          mark.textContent = piece.text;
          return mark;
        }),
      );
    }
  };
}
