/** The current page: a form, or one of its runs. */
export interface Route {
  slug: string;
  submissionId: string | null;
}

/** Reads `/forms/{slug}` and `/forms/{slug}/s/{id}`; null for any other path. */
export function readRoute(pathname: string): Route | null {
  const match = /^\/forms\/([^/]+)(?:\/s\/([^/]+))?\/?$/.exec(pathname);
  const slug = match?.[1];
  if (slug === undefined) return null;
  try {
    return {
      slug: decodeURIComponent(slug),
      submissionId: match?.[2] === undefined ? null : decodeURIComponent(match[2]),
    };
  } catch {
    return null;
  }
}

export function pathOf({ slug, submissionId }: Route): string {
  const form = `/forms/${encodeURIComponent(slug)}`;
  return submissionId === null ? form : `${form}/s/${encodeURIComponent(submissionId)}`;
}
