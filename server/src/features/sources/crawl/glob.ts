/** Whether a whole path matches. */
export type Glob = (path: string) => boolean;

/**
 * Prepares a glob for paths: `*` is anything within a segment, `**` anything, `?` one character except a slash;
 * `/docs/**` matches `/docs` too.
 */
export function compileGlob(glob: string): Glob {
  const pattern = glob.startsWith('/') || glob.startsWith('*') ? glob : `/${glob}`;
  const matches = compilePattern(pattern);
  if (!pattern.endsWith('/**')) return matches;
  const matchesFolder = compilePattern(pattern.slice(0, -3));
  return (path) => matchesFolder(path) || matches(path);
}

/**
 * Follows all positions that the path read so far can have reached in the pattern, as bits: a word holds 32 of them, so
 * a path of 2,000 characters takes 14,000 steps at most, regardless of the stars.
 */
function compilePattern(pattern: string): Glob {
  // Stars in a row are one token, so that no star follows another.
  const tokens = pattern.match(/\*{2,}|[^]/gu) ?? [];
  const words = (tokens.length >>> 5) + 1;
  const maskOf = (isMember: (token: string) => boolean): Uint32Array => {
    const mask = new Uint32Array(words);
    for (const [at, token] of tokens.entries()) if (isMember(token)) setBit(mask, at);
    return mask;
  };
  const stars = maskOf((token) => token.startsWith('*'));
  const doubleStars = maskOf((token) => token.startsWith('**'));
  const literals = new Map(
    tokens.map((token) => [token, maskOf((other) => other === token || (other === '?' && token !== '/'))]),
  );
  const questionMarks = maskOf((token) => token === '?');
  const none = new Uint32Array(words);
  // A star in a path is a character like any other.
  for (const token of literals.keys()) if (/^[*?]/.test(token)) literals.delete(token);

  return (path) => {
    let reached = new Uint32Array(words);
    let next = new Uint32Array(words);
    setBit(reached, 0);
    passStars(reached, stars);
    for (const character of path) {
      const isSlash = character === '/';
      const steps = literals.get(character) ?? (isSlash ? none : questionMarks);
      const stays = isSlash ? doubleStars : stars;
      let carry = 0;
      let isAlive = false;
      for (let word = 0; word < words; word += 1) {
        const from = reached[word] ?? 0;
        const moved = from & (steps[word] ?? 0);
        next[word] = (moved << 1) | carry | (from & (stays[word] ?? 0));
        carry = moved >>> 31;
        isAlive ||= next[word] !== 0;
      }
      if (!isAlive) return false;
      passStars(next, stars);
      [reached, next] = [next, reached];
    }
    return hasBit(reached, tokens.length);
  };
}

/** A star also matches nothing. */
function passStars(reached: Uint32Array, stars: Uint32Array): void {
  let carry = 0;
  for (let word = 0; word < reached.length; word += 1) {
    const at = (reached[word] ?? 0) & (stars[word] ?? 0);
    reached[word] = (reached[word] ?? 0) | (at << 1) | carry;
    carry = at >>> 31;
  }
}

function setBit(mask: Uint32Array, at: number): void {
  mask[at >>> 5] = (mask[at >>> 5] ?? 0) | (1 << (at & 31));
}

function hasBit(mask: Uint32Array, at: number): boolean {
  return (((mask[at >>> 5] ?? 0) >>> (at & 31)) & 1) === 1;
}
