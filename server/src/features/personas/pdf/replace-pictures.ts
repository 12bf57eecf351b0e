import type { FontSet } from './fonts.ts';

/** Signs that models like to write, by the one that means the same and has a glyph. */
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

// One picture with what belongs to it: skin tones, joiners, the choice of its colourful form.
const picture =
  /(?:\p{Regional_Indicator}{2}|\p{Extended_Pictographic}(?:[\ufe0e\ufe0f\u20e3]|\p{Emoji_Modifier}|\u200d\p{Extended_Pictographic})*)( ?)/gu;

/** Replaces pictures that no font has by plain signs, or removes them: a reader would only see empty boxes. */
export function replacePictures(text: string, fonts: FontSet): string {
  return text
    .replaceAll(picture, (whole: string, space: string) => {
      const [sign = ''] = Array.from(whole);
      const shown = plain[sign] ?? sign;
      return fonts.has(shown) ? `${shown}${space}` : '';
    })
    .replaceAll(/[\ufe0e\ufe0f\u20e3]/g, '');
}
