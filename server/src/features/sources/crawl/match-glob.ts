/**
 * Whether a path matches a glob as a whole: `*` is anything within a segment, `**` anything, `?` one character that is
 * no slash; `/docs/**` matches `/docs` too. Takes time in proportion to the product of the lengths, regardless of the glob.
 */
export function matchGlob(glob: string, path: string): boolean {
  const pattern = glob.startsWith('/') || glob.startsWith('*') ? glob : `/${glob}`;
  if (pattern.endsWith('/**') && matchTokens(toTokens(pattern.slice(0, -3)), path)) return true;
  return matchTokens(toTokens(pattern), path);
}

function toTokens(pattern: string): string[] {
  return pattern.match(/\*{2,}|[^]/gu) ?? [];
}

/** All places of the pattern that the text read so far can have led to. */
function matchTokens(tokens: readonly string[], path: string): boolean {
  let places = skipStars(tokens, [0]);
  for (const character of path) {
    const next = new Set<number>();
    for (const place of places) {
      const token = tokens[place];
      if (token === undefined) continue;
      if (token.startsWith('**') || (token === '*' && character !== '/')) next.add(place);
      else if (token === character || (token === '?' && character !== '/')) next.add(place + 1);
    }
    if (next.size === 0) return false;
    places = skipStars(tokens, next);
  }
  return places.has(tokens.length);
}

/** A star can also stand for nothing. */
function skipStars(tokens: readonly string[], places: Iterable<number>): Set<number> {
  const all = new Set(places);
  for (const place of all) if (tokens[place]?.startsWith('*') === true) all.add(place + 1);
  return all;
}
