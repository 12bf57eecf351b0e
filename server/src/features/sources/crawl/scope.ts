import { compileGlob, type Glob } from './glob.ts';

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
  const [included, excluded] = [include.map(compileGlob), exclude.map(compileGlob)];
  const matches = (globs: readonly Glob[], url: string): boolean => {
    const path = decodePath(new URL(url).pathname);
    return globs.some((isMatch) => isMatch(path));
  };
  return {
    isInside,
    reasonToSkip(url, depth) {
      if (!isInside(url)) return 'another site';
      if (matches(excluded, url)) return 'excluded';
      if (include.length > 0 && !matches(included, url)) return 'not included';
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
