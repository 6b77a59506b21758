// Rings around what a move is about, each with a word, on the table that is shown.
import './rings.css';

/** Where it is (`data-at`, or `hand-0` for my first reserved card), what kind of ring it gets, and its word. */
export type Ring = readonly [at: string, kind: 'best' | 'played', word: string];

/**
 * Draw the rings inside some parts of the page, the first one over the others; returns the function that removes them.
 */
export function ring(within: readonly string[], rings: readonly Ring[]): () => void {
  const frame = requestAnimationFrame(() => {
    for (const [at, kind, word] of rings.toReversed()) {
      const hand = at.startsWith('hand-') ? `[data-walk="0.${Number(at.slice(5)) + 1}"]` : '';
      const places = within.flatMap((one) => [`${one} [data-at="${at}"]`, ...(hand ? [`${one} ${hand}`] : [])]);
      for (const element of document.querySelectorAll<HTMLElement>(places.join(', '))) {
        element.dataset.judge = kind;
        element.dataset.judgeWord = word;
      }
    }
  });
  return () => {
    cancelAnimationFrame(frame);
    for (const element of document.querySelectorAll<HTMLElement>('[data-judge]')) {
      delete element.dataset.judge;
      delete element.dataset.judgeWord;
    }
  };
}
