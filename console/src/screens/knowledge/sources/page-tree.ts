import type { SourcePage } from '@portico/shared-types/api/sources';

/** A path segment with the pages at and below it. */
export interface PageNode {
  /** Unique within the tree. */
  readonly key: string;
  /** The decoded path from the origin, like `/guide/setup`; globs are written for it. */
  readonly path: string;
  /** The label: the last part of the path. */
  readonly name: string;
  readonly page: SourcePage | undefined;
  readonly children: readonly PageNode[];
  /** Number of pages at and below it, by state. */
  readonly counts: Readonly<Record<SourcePage['status'], number>>;
  readonly total: number;
}

interface Draft {
  readonly key: string;
  readonly path: string;
  readonly name: string;
  page: SourcePage | undefined;
  readonly children: Map<string, Draft>;
}

/** Builds a tree of pages by the segments of their paths; several sites are several roots. */
export function buildPageTree(pages: readonly SourcePage[]): PageNode[] {
  const roots = new Map<string, Draft>();
  for (const page of pages) {
    const url = new URL(page.url);
    const root = childOf(roots, url.origin, () => createDraft(url.origin, '', url.host));
    const parts = url.pathname.split('/').filter((part) => part !== '');
    let node = root;
    for (const part of parts) {
      const parent = node;
      node = childOf(parent.children, part, () =>
        createDraft(`${parent.key}/${part}`, `${parent.path}/${decode(part)}`, decode(part)),
      );
    }
    // Addresses that differ only in their query or a trailing slash are separate pages below the same path.
    if (node.page === undefined) node.page = page;
    else {
      const name = `${node.name === '' ? '/' : node.name}${url.search === '' ? '/' : url.search}`;
      childOf(node.children, page.id, () => createDraft(page.id, node.path, name)).page = page;
    }
  }
  return [...roots.values()].map(finish);
}

/** The number of expandable nodes in a tree, and the number of rows needed to show all. */
export function countRows(nodes: readonly PageNode[]): number {
  return nodes.reduce((sum, { children }) => sum + 1 + countRows(children), 0);
}

function createDraft(key: string, path: string, name: string): Draft {
  return { key, path, name, page: undefined, children: new Map() };
}

function childOf(children: Map<string, Draft>, name: string, create: () => Draft): Draft {
  const found = children.get(name);
  if (found !== undefined) return found;
  const created = create();
  children.set(name, created);
  return created;
}

function finish(draft: Draft): PageNode {
  const children = [...draft.children.values()].map(finish);
  const counts = { queued: 0, ready: 0, unchanged: 0, failed: 0, skipped: 0 };
  if (draft.page !== undefined) counts[draft.page.status] += 1;
  let total = draft.page === undefined ? 0 : 1;
  for (const child of children) {
    counts.queued += child.counts.queued;
    counts.ready += child.counts.ready;
    counts.unchanged += child.counts.unchanged;
    counts.failed += child.counts.failed;
    counts.skipped += child.counts.skipped;
    total += child.total;
  }
  return { key: draft.key, path: draft.path, name: draft.name, page: draft.page, children, counts, total };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
