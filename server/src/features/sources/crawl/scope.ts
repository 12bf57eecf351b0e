import { matchGlob } from './match-glob.ts';

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
  /** Whether a page is on the source's site at all; lists of addresses have none. */
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
