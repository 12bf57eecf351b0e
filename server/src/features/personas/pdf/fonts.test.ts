import { expect, test } from 'vitest';
import { loadFonts } from './fonts.ts';
import { replacePictures } from './replace-pictures.ts';

const sample = '简体中文 繁體臺灣 かな 漢字 한국어';
const fonts = await loadFonts(sample);

test('every letter of the supported scripts has a glyph', () => {
  for (const letter of 'ÆøŁőžğİĐệ ΆλφαὶῶΏ ЖжЇїҐґЁ 简体中文繁體臺灣かなカナ漢字한국어'.replaceAll(' ', '')) {
    expect(fonts.has(letter), letter).toBe(true);
  }
});

test('Han characters come from one font: the Japanese one for Japanese, and for traditional ones that the other lacks', () => {
  expect(fonts.prefersJapanese('简体中文')).toBe(false);
  expect(fonts.prefersJapanese('漢字とかな')).toBe(true);
  expect(fonts.prefersJapanese('臺灣的銀行與發展')).toBe(true);
});

test.each([
  ['Done ✅ and ❌', 'Done ✔ and ✘'],
  ['🚀 Launch', 'Launch'],
  ['A family 👨‍👩‍👧 here', 'A family here'],
  ['👍🏽 yes 🇳🇴 Norway', 'yes Norway'],
  ['⚠️ careful, 1️⃣ first', '⚠ careful, 1 first'],
  ['© 2026 ™ → ≥ €', '© 2026 ™ → ≥ €'],
])('%j is written as %j', (text, expected) => {
  expect(replacePictures(text, fonts)).toBe(expected);
});
