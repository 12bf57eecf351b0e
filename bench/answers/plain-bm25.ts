const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** Textbook BM25 (k1 1.2, b 0.75) over lower-case words: the baseline for the search. */
export class PlainBm25 {
  readonly #postings = new Map<string, { chunk: number; count: number }[]>();
  readonly #lengths: number[] = [];
  readonly #documents: readonly string[];
  readonly #average: number;

  constructor(chunks: readonly { content: string; document: string }[]) {
    this.#documents = chunks.map(({ document }) => document);
    for (const [chunk, { content }] of chunks.entries()) {
      const words = splitPlainly(content);
      this.#lengths.push(words.length);
      for (const [word, list] of Map.groupBy(words, (each) => each)) {
        const postings = this.#postings.get(word) ?? [];
        postings.push({ chunk, count: list.length });
        this.#postings.set(word, postings);
      }
    }
    this.#average = this.#lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, this.#lengths.length);
  }

  /** The documents of the ten best chunks, best first. */
  search(question: string): string[] {
    const scores = new Map<number, number>();
    for (const word of new Set(splitPlainly(question))) {
      const postings = this.#postings.get(word) ?? [];
      const rarity = Math.log(1 + (this.#lengths.length - postings.length + 0.5) / (postings.length + 0.5));
      for (const { chunk, count } of postings) {
        const norm = 1.2 * (0.25 + (0.75 * (this.#lengths[chunk] ?? 0)) / this.#average);
        scores.set(chunk, (scores.get(chunk) ?? 0) + (rarity * count * 2.2) / (count + norm));
      }
    }
    const best = [...scores].toSorted((a, b) => b[1] - a[1]).slice(0, 10);
    return best.map(([chunk]) => this.#documents[chunk] ?? '');
  }

  /** The rarest words of a question, as a person would type them into a search box. */
  keywords(question: string): string {
    const known = [...new Set(splitPlainly(question))].filter((word) => this.#postings.has(word));
    const use = (word: string): number => this.#postings.get(word)?.length ?? 0;
    return known
      .toSorted((a, b) => use(a) - use(b))
      .slice(0, 3)
      .join(' ');
  }
}

function splitPlainly(text: string): string[] {
  return [...segmenter.segment(text.toLowerCase())].flatMap(({ segment, isWordLike }) => (isWordLike ? [segment] : []));
}
