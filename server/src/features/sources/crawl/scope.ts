export interface ScopeSettings {
  readonly type: 'website' | 'sitemap' | 'urls';
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly max_depth: number;
}

/** Which pages belong to a source. */
export interface Scope {
  /** Why a page is left out, undefined if it belongs to the source. */
  reasonToSkip(url: string, depth: number): string | undefined;
  /** Whether a page is on the source's site at all; lists of addresses have no site. */
  isInside(url: string): boolean;
}

/** `origin` is that of the start page or the sitemap. */
export function createScope({ type, include, exclude, max_depth: maxDepth }: ScopeSettings, origin: string): Scope {
  const isInside = (url: string): boolean => type === 'urls' || new URL(url).origin === origin;
  const matches = (globs: readonly string[], url: string): boolean => {
    const path = decodePath(new URL(url).pathname);
    return globs.some((glob) => matchGlob(glob, path));
  };
  return {
    isInside,
    reasonToSkip(url, depth) {
      if (!isInside(url)) return 'another site';
      if (matches(exclude, url)) return 'excluded';
      if (include.length > 0 && !matches(include, url)) return 'not included';
      return depth > maxDepth ? `deeper than ${maxDepth} links` : undefined;
    },
  };
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/**
 * Whether a path matches a whole glob: `*` is anything within a segment, `**` anything, `?` one character except a
 * slash; `/docs/**` matches `/docs` too. Takes time proportional to the product of the lengths.
 */
function matchGlob(glob: string, path: string): boolean {
  const pattern = glob.startsWith('/') || glob.startsWith('*') ? glob : `/${glob}`;
  if (pattern.endsWith('/**') && matchTokens(toTokens(pattern.slice(0, -3)), path)) return true;
  return matchTokens(toTokens(pattern), path);
}

function toTokens(pattern: string): string[] {
  return pattern.match(/\*{2,}|[^]/gu) ?? [];
}

/** All positions in the pattern that the text read so far can have reached. */
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

/** A star also matches nothing. */
function skipStars(tokens: readonly string[], places: Iterable<number>): Set<number> {
  const all = new Set(places);
  for (const place of all) if (tokens[place]?.startsWith('*') === true) all.add(place + 1);
  return all;
}
