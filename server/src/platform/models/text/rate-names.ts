import { isStopWord } from './stop-words.ts';
import { foldWord } from './words.ts';

/**
 * A name that ends with a capital letter, such as "Roma E" or "Vitamin D": the letter alone isn’t a topic of a question.
 * Not "I" in "Can I", which would be in nearly all of them, and not the letter of "the T-shirt".
 */
const lettered = /(?<![\p{L}\p{N}])\p{L}{2,30} (?!I)\p{Lu}(?![\p{L}\p{N}'’]|-\p{L})/gu;
const maxNames = 8;
/** Characters of a unit in which names are looked for. */
const maxText = 4_000;
const bonus = 0.15;

/** Returns the bonus of a unit's text for naming what the question names, and not something with a similar name. */
export function createRateNames(question: string): (text: string) => number {
  // In capitals, an article is a capital letter as well: "GET A REFUND".
  const found = /\p{Ll}/u.test(question) ? question.match(lettered) : null;
  const names = [...new Set(found)]
    .slice(0, maxNames)
    .map((name) => name.toLowerCase())
    .filter((name) => !isStopWord(foldWord(name.slice(0, -2))));
  return (text) => {
    if (names.length === 0) return 0;
    const lower = text.slice(0, maxText).toLowerCase();
    return names.some((name) => isNamed(lower, name)) ? bonus : 0;
  };
}

function isNamed(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    const around = `${text.slice(Math.max(0, at - 1), at)}${text.slice(at + name.length, at + name.length + 1)}`;
    if (!/[\p{L}\p{N}]/u.test(around)) return true;
  }
  return false;
}
