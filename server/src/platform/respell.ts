/** Letters that have no accent to remove, and are written without them on other keyboards, or by other people. */
const letters: Readonly<Record<string, string>> = {
  // The apostrophes of phones and of Ukrainian.
  '’': "'",
  ʼ: "'",
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  أ: 'ا',
  إ: 'ا',
  آ: 'ا',
  ٱ: 'ا',
  ؤ: 'و',
  ئ: 'ي',
  ى: 'ي',
  ة: 'ه',
  // Persian and Urdu.
  ک: 'ك',
  ی: 'ي',
};
const spelt = new RegExp(`[${Object.keys(letters).join('')}]`, 'gu');
/** The vowel signs of Arabic and Hebrew, and the line that stretches an Arabic word. */
const marks = /[\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670]/gu;

/**
 * The spelling in which a word, in lower case and without accents, is stored and searched for, so that "Łukasz" is found
 * by "lukasz", and the "don’t" of a phone by "don't".
 */
export function respell(word: string): string {
  return word.replaceAll(marks, '').replaceAll(spelt, (letter) => letters[letter] ?? letter);
}
