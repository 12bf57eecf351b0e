/** The same typos on every run: a small generator of pseudo-random numbers from 0 to 1 (Park and Miller). */
export function createDice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** A typo in two of five longer words: letters swapped, missing, doubled, or wrong. */
export function makeTypos(text: string, dice: () => number): string {
  const words = text.split(' ');
  const long = words.flatMap((word, at) => (/^\p{L}{5,}\W?$/u.test(word) ? [{ at, order: dice() }] : []));
  const chosen = long.toSorted((a, b) => a.order - b.order).slice(0, Math.max(1, Math.ceil(long.length * 0.4)));
  for (const { at } of chosen) words[at] = slip(words[at] ?? '', dice);
  return words.join(' ');
}

function slip(word: string, dice: () => number): string {
  const at = 1 + Math.floor(dice() * (word.length - 3));
  const [before, letter, next, after] = [word.slice(0, at), word.charAt(at), word.charAt(at + 1), word.slice(at + 2)];
  const slips = [
    `${before}${next}${letter}${after}`,
    `${before}${next}${after}`,
    `${before}${letter}${letter}${next}${after}`,
    `${before}${String.fromCodePoint(97 + Math.floor(dice() * 26))}${next}${after}`,
  ];
  return slips[Math.floor(dice() * slips.length)] ?? word;
}
