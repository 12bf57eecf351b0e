import type { FontSet } from './fonts.ts';

/** Symbols that models often write, with equivalents that have a glyph. */
const plain: Readonly<Record<string, string>> = {
  '✅': '✔',
  '❌': '✘',
  '❎': '✘',
  '⭐': '★',
  '🌟': '★',
  '❗': '!',
  '❓': '?',
  '➡': '→',
  '⬅': '←',
  '👉': '→',
  '➕': '+',
  '➖': '−',
  '🔴': '●',
  '🟠': '●',
  '🟡': '●',
  '🟢': '●',
  '🔵': '●',
};

// One emoji with its modifiers: skin tones, joiners, variation selectors.
const picture =
  /(?:\p{Regional_Indicator}{2}|\p{Extended_Pictographic}(?:[\ufe0e\ufe0f\u20e3]|\p{Emoji_Modifier}|\u200d\p{Extended_Pictographic})*)( ?)/gu;

/** Replaces emoji that no font has by plain symbols, or removes them: a reader would only see empty boxes. */
export function replacePictures(text: string, fonts: FontSet): string {
  return text
    .replaceAll(picture, (whole: string, space: string) => {
      const [sign = ''] = Array.from(whole);
      const shown = plain[sign] ?? sign;
      return fonts.has(shown) ? `${shown}${space}` : '';
    })
    .replaceAll(/[\ufe0e\ufe0f\u20e3]/g, '');
}
