/**
 * The stretch of the content that says this text, regardless of line breaks: what is cited can then be found in
 * the document letter by letter. Undefined if the content says it in other letters. Linear in the length of both.
 */
export function locateQuote(content: string, text: string): string | undefined {
  const wanted = text.replace(/\s+/gu, '');
  if (wanted === '') return undefined;
  const places: number[] = [];
  let packed = '';
  for (let at = 0; at < content.length; at += 1) {
    const letter = content.charAt(at);
    if (/\s/u.test(letter)) continue;
    packed += letter;
    places.push(at);
  }
  const start = packed.indexOf(wanted);
  if (start < 0) return undefined;
  const [first = 0, last = 0] = [places[start], places[start + wanted.length - 1]];
  return content.slice(first, last + 1);
}
