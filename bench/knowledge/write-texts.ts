import { createDice } from '../answers/make-typos.ts';

const consonants = 'b c d f g h j k l m n p r s t v w br cr dr fl gr pl pr st tr'.split(' ');
const vowels = 'a e i o u ai ea oo'.split(' ');
const common = 'the of and to is in that it for you with on are be this have not from at will there an or by as'.split(
  ' ',
);

const vocabularySize = 30_000;
const topicSize = 60;
const chunkWords = 150;

export interface Texts {
  /** The text of a chunk about a topic. */
  chunk(topic: number): string;
  /** A question about the topic: some of its words with everyday ones, and in every third a misspelt word. */
  question(topic: number, round: number): string;
}

/**
 * Invented words with a natural distribution, the n-th most frequent 1/n as often as the first; the same in every run.
 */
export function writeTexts(seed: number): Texts {
  const dice = createDice(seed);
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(dice() * list.length)];
  const invented = new Set<string>();
  while (invented.size < vocabularySize) {
    const syllables = 2 + Math.floor(dice() * 3);
    invented.add(Array.from({ length: syllables }, () => `${pick(consonants)}${pick(vowels)}`).join(''));
  }
  const words = [...invented];
  const zipf = (): string => words[Math.floor(vocabularySize ** dice()) - 1] ?? '';
  // Words of a topic are rarer than common words.
  const topics = new Map<number, string[]>();
  const wordsOf = (topic: number): string[] => {
    const known = topics.get(topic) ?? Array.from({ length: topicSize }, () => pick(words.slice(300)) ?? '');
    topics.set(topic, known);
    return known;
  };
  const word = (topic: number): string => {
    const kind = dice();
    return (kind < 0.4 ? pick(common) : kind < 0.6 ? pick(wordsOf(topic)) : zipf()) ?? '';
  };
  return {
    chunk: (topic) => `${Array.from({ length: chunkWords }, () => word(topic)).join(' ')}.`,
    question(topic, round) {
      const about = [pick(wordsOf(topic)) ?? '', pick(wordsOf(topic)) ?? ''];
      if (round % 3 === 0) about[0] = about[0]?.replace(/(.)(.)$/u, '$2$1') ?? '';
      return `how do you ${zipf()} the ${about[0]} with an ${about[1]} ${zipf()} in this?`;
    },
  };
}
