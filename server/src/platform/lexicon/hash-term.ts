/**
 * A 32-bit number for a term of one knowledge base: the same term has a different number in each base, so that an index
 * over all of them finds the chunks of one. FNV-1a with a final mix.
 */
export function hashTerm(scope: string, term: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < scope.length; at += 1) value = Math.imul(value ^ scope.charCodeAt(at), 0x01000193);
  for (let at = 0; at < term.length; at += 1) value = Math.imul(value ^ term.charCodeAt(at), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x7feb352d);
  value = Math.imul(value ^ (value >>> 15), 0x846ca68b);
  return value ^ (value >>> 16);
}
