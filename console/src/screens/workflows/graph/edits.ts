import { branchesOf } from './branches.ts';
import type { Draft, DraftEdge, DraftNode } from './draft.ts';
import { makesCycle } from './order.ts';
import { replaceReferences } from './references.ts';

/** The pattern of node ids (docs/reference/workflows.md#definition). */
export const nodeIdPattern = /^[a-z][a-z0-9_]{0,63}$/;

/** The place of a new node: after this node, on this branch of it. */
export interface After {
  readonly from: string;
  readonly on?: string;
}

/** An id like `template_2` that no node has. */
export function createNodeId(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted;
  const base = wanted.replace(/_\d+$/, '').slice(0, 58);
  let number = 2;
  while (taken.has(`${base}_${number}`)) number += 1;
  return `${base}_${number}`;
}

/** Adds a node, connected to the one before it. */
export function addNode(draft: Draft, node: DraftNode, after?: After): Draft {
  const edges = after === undefined ? draft.edges : [...draft.edges, { ...after, to: node.id }];
  return { ...draft, nodes: [...draft.nodes, node], edges };
}

/** Puts a node into an edge: it then leads to the new node, and that to the old target. */
export function insertNode(draft: Draft, node: DraftNode, edge: DraftEdge): Draft {
  const others = draft.edges.filter((each) => !isSameEdge(each, edge));
  const [branch] = branchesOf(node);
  const onward = { from: node.id, to: edge.to, ...(branch === undefined ? {} : { on: branch }) };
  return { ...draft, nodes: [...draft.nodes, node], edges: [...others, { ...edge, to: node.id }, onward] };
}

/**
 * Removes nodes with their edges. What followed a node in a chain then follows what came before it: without an edge, it
 * would start at once.
 */
export function removeNodes(draft: Draft, ids: ReadonlySet<string>): Draft {
  return [...ids].reduce(removeNode, draft);
}

function removeNode(draft: Draft, id: string): Draft {
  const others = {
    ...draft,
    nodes: draft.nodes.filter((node) => node.id !== id),
    edges: draft.edges.filter(({ from, to }) => from !== id && to !== id),
  };
  const [before, ...moreBefore] = draft.edges.filter(({ to }) => to === id);
  const [after, ...moreAfter] = draft.edges.filter(({ from }) => from === id);
  // What a branch of the node led to, such as `approved`, isn't meant for every run.
  const isOpen = before === undefined || after === undefined || (after.on ?? '') !== '';
  return isOpen || moreBefore.length + moreAfter.length > 0 ? others : connect(others, { ...before, to: after.to });
}

/** Adds an edge, unless it exists or would make a cycle. */
export function connect(draft: Draft, edge: DraftEdge): Draft {
  if (draft.edges.some((each) => isSameEdge(each, edge)) || makesCycle(draft, edge.from, edge.to)) return draft;
  return { ...draft, edges: [...draft.edges, edge] };
}

export function disconnect(draft: Draft, edges: readonly DraftEdge[]): Draft {
  return { ...draft, edges: draft.edges.filter((each) => !edges.some((edge) => isSameEdge(edge, each))) };
}

/** Replaces a node. Its edges on branches that were renamed follow; those on branches that are gone stay, as faults. */
export function changeNode(draft: Draft, before: DraftNode, after: DraftNode): Draft {
  const moved = renamedBranch(branchesOf(before), branchesOf(after));
  return {
    ...draft,
    nodes: draft.nodes.map((node) => (node.id === before.id ? after : node)),
    edges:
      moved === undefined
        ? draft.edges
        : draft.edges.map((edge) =>
            edge.from === before.id && edge.on === moved[0] ? { ...edge, on: moved[1] } : edge,
          ),
  };
}

/** Gives a node another id; edges and expressions that name it follow. */
export function renameNode(draft: Draft, from: string, to: string): Draft {
  const follow = (id: string) => (id === from ? to : id);
  const renamed = {
    ...draft,
    nodes: draft.nodes.map((node) => (node.id === from ? { ...node, id: to } : node)),
    edges: draft.edges.map((edge) => ({ ...edge, from: follow(edge.from), to: follow(edge.to) })),
  };
  return replaceReferences(renamed, new Map([[from, to]]));
}

type Optional = 'name' | 'retry' | 'timeout_ms' | 'on_error';

/** Sets optional fields of a node; undefined leaves a field out. */
export function setOptional(
  node: DraftNode,
  changes: { readonly [Name in Optional]?: DraftNode[Name] | undefined },
): DraftNode {
  const { name, retry, timeout_ms: timeout, on_error: onError, ...rest } = { ...node, ...changes };
  return {
    ...rest,
    ...(name === undefined ? {} : { name }),
    ...(retry === undefined ? {} : { retry }),
    ...(timeout === undefined ? {} : { timeout_ms: timeout }),
    ...(onError === undefined ? {} : { on_error: onError }),
  };
}

function isSameEdge(a: DraftEdge, b: DraftEdge): boolean {
  return a.from === b.from && a.to === b.to && (a.on ?? '') === (b.on ?? '');
}

/** The one branch that has another name now; undefined if more has changed. */
function renamedBranch(before: readonly string[], after: readonly string[]): readonly [string, string] | undefined {
  if (before.length !== after.length) return undefined;
  const gone = before.filter((name) => !after.includes(name));
  const added = after.filter((name) => !before.includes(name));
  const [from] = gone;
  const [to] = added;
  return gone.length === 1 && added.length === 1 && from !== undefined && to !== undefined ? [from, to] : undefined;
}
