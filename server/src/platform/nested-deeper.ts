/** Maximum nesting of JSON from outside: code that reads it may then recurse, and no path to a fault is longer. */
export const deepestJson = 512;

/** Whether a JSON text nests lists and objects deeper than the limit, determined without recursion. */
export function isNestedDeeper(text: string, levels: number): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (code === openingBracket || code === openingBrace) {
      depth += 1;
      if (depth > levels) return true;
    } else if (code === closingBracket || code === closingBrace) depth -= 1;
  }
  return false;
}

const [quote, backslash, openingBracket, closingBracket, openingBrace, closingBrace] = [34, 92, 91, 93, 123, 125];

/** The place of the quote that ends the string that starts at `start`; the end of the text if there is none. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === backslash) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
}
