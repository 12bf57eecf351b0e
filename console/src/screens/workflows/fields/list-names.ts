import { isValues, type Values } from '../../../form/changes.ts';
import { writeName } from '../../../form/inputs/expressions.ts';
import { readAt, type Draft, type DraftNode, type LoopPath } from '../graph/draft.ts';
import { listAncestors } from '../graph/order.ts';
import { findKind } from '../nodes/node-kinds.ts';

export interface NameGroup {
  /** The node whose results these are. */
  readonly node?: DraftNode;
  readonly kind: 'inputs' | 'loop' | 'node' | 'execution';
  /** Expressions, like `nodes.fetch.outputs.body`. */
  readonly names: readonly string[];
}

/** More would not fit into a menu; the nearest nodes are the ones that are needed. */
const maxNodes = 30;
const maxInputs = 50;

const executionNames = ['execution.id', 'execution.started_at', 'execution.workflow_name'];

/** The names that the expressions of a node can use (docs/reference/workflows.md#templates), the most likely first. */
export function listNames(whole: Draft, path: LoopPath, nodeId: string | undefined, inputSchema: Values): NameGroup[] {
  const inputs = listInputs(inputSchema);
  return [
    ...(path.length === 0 ? [] : [{ kind: 'loop' as const, names: ['item', 'index'] }]),
    { kind: 'inputs', names: inputs.length === 0 ? ['inputs'] : inputs },
    ...listNodes(whole, path, nodeId).slice(0, maxNodes),
    { kind: 'execution', names: executionNames },
  ];
}

function listNodes(whole: Draft, path: LoopPath, nodeId: string | undefined): NameGroup[] {
  const draft = readAt(whole, path);
  if (draft === undefined) return [];
  // The outputs of a workflow can use all of its nodes.
  const ids = nodeId === undefined ? draft.nodes.map(({ id }) => id) : listAncestors(draft, nodeId);
  const byId = new Map(draft.nodes.map((node) => [node.id, node]));
  const groups = ids.flatMap((id): NameGroup[] => {
    const node = byId.get(id);
    const names = node === undefined ? [] : outputsOf(node);
    return node === undefined || names.length === 0 ? [] : [{ kind: 'node', node, names }];
  });
  // The body of a loop can use the nodes before the loop, too.
  return path.length === 0 ? groups : [...groups, ...listNodes(whole, path.slice(0, -1), path.at(-1))];
}

function outputsOf(node: DraftNode): string[] {
  const kind = findKind(node.type);
  const outputs = `nodes.${node.id}.outputs`;
  if (node.type === 'workflow' || kind === undefined) return [outputs];
  return kind.outputs
    .filter((name) => name !== 'json' || node.type !== 'llm' || node.config['json_schema'] !== undefined)
    .map((name) => `${outputs}.${name}`);
}

function listInputs({ properties }: Values): string[] {
  if (!isValues(properties)) return [];
  return Object.entries(properties)
    .filter(([, property]) => isValues(property))
    .slice(0, maxInputs)
    .map(([name]) => `inputs.${writeName(name)}`);
}
