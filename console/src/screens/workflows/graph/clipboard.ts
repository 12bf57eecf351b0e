import { isValues } from '../../../form/changes.ts';
import { readDefinition, type Draft } from './draft.ts';
import { createNodeId } from './edits.ts';
import { replaceInNode } from './references.ts';

/** A pasted text that is longer isn't read; a definition can't be that long. */
const maxLength = 4_000_000;

/** Nodes with the edges between them, as JSON in the form of a definition. */
export function copyNodes(draft: Draft, ids: ReadonlySet<string>): string {
  const nodes = draft.nodes.filter(({ id }) => ids.has(id));
  const edges = draft.edges.filter(({ from, to }) => ids.has(from) && ids.has(to));
  return JSON.stringify({ nodes, edges }, null, 2);
}

/** Reads copied nodes, a definition, or a whole workflow; undefined if the text is something else. */
export function readNodes(text: string): Draft | undefined {
  if (text.length > maxLength || !text.trimStart().startsWith('{')) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    const draft = readDefinition(isValues(value) && 'definition' in value ? value['definition'] : value);
    return draft === undefined || draft.nodes.length === 0 ? undefined : draft;
  } catch {
    return undefined;
  }
}

/** Adds copied nodes under ids that are free; edges and expressions among them follow. Returns their ids. */
export function pasteNodes(draft: Draft, copied: Draft): { draft: Draft; ids: readonly string[] } {
  const taken = new Set(draft.nodes.map(({ id }) => id));
  const ids = copied.nodes.map(({ id }) => {
    const free = createNodeId(id, taken);
    taken.add(free);
    return free;
  });
  // If several nodes have the same id, edges and expressions name the first.
  const renamed = new Map(copied.nodes.map(({ id }, at) => [id, ids[at] ?? id] as const).toReversed());
  const nameOf = (id: string) => renamed.get(id) ?? id;
  const nodes = copied.nodes.map((node, at) => ({ ...replaceInNode(node, renamed), id: ids[at] ?? node.id }));
  const edges = copied.edges
    .filter(({ from, to }) => renamed.has(from) && renamed.has(to))
    .map((edge) => ({ ...edge, from: nameOf(edge.from), to: nameOf(edge.to) }));
  return {
    draft: { ...draft, nodes: [...draft.nodes, ...nodes], edges: [...draft.edges, ...edges] },
    ids,
  };
}
