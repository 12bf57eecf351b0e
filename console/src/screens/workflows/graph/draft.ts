import { isValues, type Values } from '../../../form/changes.ts';

/*
 * A definition while it is edited (docs/reference/workflows.md#definition). Unlike a saved one, it can be incomplete:
 * the server checks all of it when it is saved.
 */

export interface DraftNode {
  readonly id: string;
  readonly type: string;
  readonly name?: string;
  readonly config: Values;
  readonly retry?: Values;
  /** Text if what was typed isn't a number. */
  readonly timeout_ms?: number | string;
  readonly on_error?: string;
}

export interface DraftEdge {
  readonly from: string;
  readonly to: string;
  readonly on?: string;
}

export interface Draft {
  readonly nodes: readonly DraftNode[];
  readonly edges: readonly DraftEdge[];
  readonly outputs: Values;
}

export const emptyDraft: Draft = { nodes: [], edges: [], outputs: {} };

/** Reads a definition of unknown origin; undefined if it isn't one. Edges and outputs may be missing. */
export function readDefinition(value: unknown): Draft | undefined {
  if (!isValues(value)) return undefined;
  const { nodes, edges = [], outputs = {} } = value;
  if (!isListOf(nodes, isNode) || !isListOf(edges, isEdge) || !isValues(outputs)) return undefined;
  return { nodes, edges, outputs };
}

/** The ids of the loops around the definition that is edited, from the outermost. */
export type LoopPath = readonly string[];

/** The body of a loop inside a definition; undefined if there is no such loop. */
export function readAt(draft: Draft, path: LoopPath): Draft | undefined {
  const [first, ...rest] = path;
  if (first === undefined) return draft;
  const loop = draft.nodes.find(({ id }) => id === first);
  const body = loop === undefined ? undefined : readDefinition(loop.config['body']);
  return body === undefined ? undefined : readAt(body, rest);
}

/** Replaces the body of a loop. */
export function writeAt(draft: Draft, path: LoopPath, body: Draft): Draft {
  const [first, ...rest] = path;
  if (first === undefined) return body;
  return {
    ...draft,
    nodes: draft.nodes.map((node) => {
      if (node.id !== first) return node;
      const inner = readDefinition(node.config['body']) ?? emptyDraft;
      return { ...node, config: { ...node.config, body: writeAt(inner, rest, body) } };
    }),
  };
}

function isListOf<Item>(value: unknown, isItem: (item: unknown) => item is Item): value is Item[] {
  return Array.isArray(value) && value.every(isItem);
}

function isNode(value: unknown): value is DraftNode {
  return (
    isValues(value) && typeof value['id'] === 'string' && typeof value['type'] === 'string' && isValues(value['config'])
  );
}

function isEdge(value: unknown): value is DraftEdge {
  return isValues(value) && typeof value['from'] === 'string' && typeof value['to'] === 'string';
}
