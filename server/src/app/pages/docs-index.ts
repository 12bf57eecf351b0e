import { countSlips } from '../../platform/lexicon/spelling.ts';
import { stemWord } from '../../platform/models/text/stem.ts';
import { isStopWord } from '../../platform/models/text/stop-words.ts';
import { splitWords } from '../../platform/models/text/words.ts';
import type { DocsPage } from './docs-pages.ts';
import type { DocsSection } from './docs-sections.ts';

export interface IndexedSection extends DocsSection {
  readonly page: DocsPage;
}

export interface DocsHit {
  readonly section: IndexedSection;
  /** The words of the index that matched the query. */
  readonly words: ReadonlySet<string>;
}

const inHeading = 8;
/** Every section of a page is about the page's title. */
const inTitle = 4;
const byStem = 0.9;
const byBeginning = 0.6;
/**
 * If the typed word is a word of the guides, such as “port”, it is rarely the beginning of one that is everywhere
 * (“Portico”). It can be that of another one: “env” is in examples, and “environment” has a page.
 */
const byBeginningOfCommon = 0.15;
/** The share of all sections that have a common word. */
const minCommon = 0.15;
const bySlip = 0.5;
/** A shorter beginning of a word is in too many words. */
const minBeginning = 2;
const minMisspelt = 4;
const maxTerms = 10;
/** Of the best score: sections below it are rarely what was meant. */
const minShare = 0.25;
const maxHits = 15;
/** Of one page, so that the others are seen too. */
const maxOfPage = 4;

/** The words of the guides, for the search. */
export class DocsIndex {
  readonly #sections: IndexedSection[] = [];
  /** For each word the weight that it has in the sections with it, by their place. */
  readonly #weights = new Map<string, Map<number, number>>();

  add(section: IndexedSection): void {
    const { page, id, heading, text } = section;
    const place = this.#sections.push(section) - 1;
    const counts = new Map<string, number>();
    for (const word of splitWords(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
    for (const [word, count] of counts) this.#add(word, place, 1 + Math.log2(count));
    for (const word of new Set(splitWords(heading))) this.#add(word, place, inHeading);
    // The first section has the title as its heading.
    if (id !== undefined) for (const word of new Set(splitWords(page.title))) this.#add(word, place, inTitle);
  }

  #add(word: string, place: number, weight: number): void {
    const weights = this.#weights.get(word) ?? new Map<number, number>();
    this.#weights.set(word, weights);
    weights.set(place, (weights.get(place) ?? 0) + weight);
  }

  /** The sections with most of the query's words, best first. */
  find(query: string): DocsHit[] {
    const typed = [...new Set(splitWords(query))].slice(0, maxTerms);
    const topics = typed.filter((word) => !isStopWord(word));
    const terms = topics.length > 0 ? topics : typed;
    const found = new Map<number, { terms: number; score: number; words: Set<string> }>();
    for (const term of terms) {
      const matches = this.#match(term);
      const places = new Map<number, number>();
      const words = new Map<number, string[]>();
      for (const [word, share] of matches)
        for (const [place, weight] of this.#weights.get(word) ?? []) {
          places.set(place, Math.max(places.get(place) ?? 0, share * weight));
          words.set(place, [...(words.get(place) ?? []), word]);
        }
      const rarity = Math.log(1 + this.#sections.length / (places.size + 0.5));
      for (const [place, weight] of places) {
        const hit = found.get(place) ?? { terms: 0, score: 0, words: new Set<string>() };
        found.set(place, hit);
        hit.terms += 1;
        hit.score += weight * rarity;
        for (const word of words.get(place) ?? []) hit.words.add(word);
      }
    }
    const ranked = [...found]
      .map(([place, hit]) => ({ place, words: hit.words, score: hit.score * (hit.terms / terms.length) ** 2 }))
      .toSorted((a, b) => b.score - a.score);
    const best = ranked[0]?.score ?? 0;
    return this.#limit(ranked.filter(({ score }) => score >= best * minShare));
  }

  #limit(ranked: readonly { place: number; words: ReadonlySet<string> }[]): DocsHit[] {
    const ofPage = new Map<string, number>();
    const hits: DocsHit[] = [];
    for (const { place, words } of ranked) {
      const section = this.#sections[place];
      if (section === undefined || hits.length === maxHits) break;
      const count = ofPage.get(section.page.name) ?? 0;
      ofPage.set(section.page.name, count + 1);
      if (count < maxOfPage) hits.push({ section, words });
    }
    return hits;
  }

  /** The words of the guides that a typed word means, and how surely. Slips are only considered if nothing else matches. */
  #match(term: string): Map<string, number> {
    const stem = stemWord(term);
    const matches = new Map<string, number>();
    const isWord = this.#weights.has(term);
    for (const [word, places] of this.#weights) {
      const isCommon = isWord && places.size > this.#sections.length * minCommon;
      if (word === term) matches.set(word, 1);
      else if (stemWord(word) === stem) matches.set(word, byStem);
      else if (term.length >= minBeginning && word.startsWith(term))
        matches.set(word, isCommon ? byBeginningOfCommon : byBeginning);
    }
    if (matches.size > 0 || term.length < minMisspelt) return matches;
    for (const word of this.#weights.keys()) if (countSlips(term, word) !== undefined) matches.set(word, bySlip);
    return matches;
  }
}
