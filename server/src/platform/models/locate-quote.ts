/**
 * The part of the content that contains this text, regardless of line breaks, so that a citation matches the document
 * exactly. Undefined if the content doesn't contain it. Linear in the length of both.
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
