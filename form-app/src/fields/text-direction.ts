/** Characters up to which the browser may look for the direction of each paragraph. */
const maxAutomatic = 10_000;
const letter = /\p{L}/u;
const rightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/**
 * The `dir` of a field with this text. An empty field has the page's direction, so that its placeholder is aligned
 * correctly. With `auto`, a keystroke in a paragraph of a million characters takes Chromium 17 s, so a long text has the
 * direction of its first letter.
 */
export function directionOfText(text: string): 'auto' | 'rtl' | 'ltr' | undefined {
  if (text === '') return undefined;
  if (text.length <= maxAutomatic) return 'auto';
  return rightToLeft.test(letter.exec(text)?.[0] ?? '') ? 'rtl' : 'ltr';
}
