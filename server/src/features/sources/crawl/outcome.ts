/** The links of a page. */
export interface Target {
  readonly url: string;
  readonly depth: number;
  readonly hops: number;
}

export interface PageContent {
  readonly title: string;
  readonly text: string;
  readonly language: string | null;
  readonly mimeType: string;
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/** The outcome of a visit to a page. */
export type Outcome =
  | {
      readonly kind: 'content';
      readonly status: number;
      readonly content: PageContent;
      readonly links: readonly Target[];
      /** The canonical page that this one declares, on the same site. */
      readonly canonical: Target | undefined;
    }
  /** Unchanged since the last visit, according to the server. */
  | { readonly kind: 'unmodified' }
  | { readonly kind: 'failed'; readonly status: number | null; readonly reason: string; readonly isGone: boolean }
  | {
      readonly kind: 'skipped';
      /** Null if no request was made. */
      readonly status: number | null;
      readonly reason: string;
      readonly links: readonly Target[];
    }
  /** The server asks to come back later, so requests to the host must wait. */
  | { readonly kind: 'again' };

/** The addresses that a visit can add to the run. */
export function targetsOf(outcome: Outcome): readonly Target[] {
  if (outcome.kind !== 'content') return outcome.kind === 'skipped' ? outcome.links : [];
  return outcome.canonical === undefined ? outcome.links : [outcome.canonical, ...outcome.links];
}
