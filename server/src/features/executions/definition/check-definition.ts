import { Node, NodeFrame, type NodeType, WorkflowDefinition, type Edge } from '@portico/shared-types';
import type { FieldFault } from '../../../platform/errors.ts';
import { isRecord } from '../../../platform/is-record.ts';
import { deepest, isTooDeep } from '../engine/is-too-deep.ts';
import type { GivenSchema } from '../../../platform/json-schema/find-schema-faults.ts';
import { joinPath, toFieldErrors } from '../../../platform/http/parse.ts';
import { nodeKinds } from '../nodes/index.ts';
import { findCycle } from './find-cycle.ts';
import { findTemplateExcess } from './template-limits.ts';
import { expressionFaults, templateFaults } from './template-faults.ts';
import { cutText } from '../../../platform/cut-text.ts';

/**
 * A resource that a definition names directly (not by a template); the caller that saves it checks whether it exists.
 */
export interface Reference {
  path: string;
  resource: 'agent' | 'thread' | 'knowledge base' | 'file' | 'workflow';
  id: string;
}

export interface CheckedDefinition {
  /** The definition, null if it has faults. */
  definition: WorkflowDefinition | null;
  faults: FieldFault[];
  references: Reference[];
  /** Schemas that still have to be compiled, which takes too long for this process. */
  schemas: GivenSchema[];
}

/**
 * Checks a definition and lists every fault with its path, of schema and meaning together
 * (docs/reference/workflows.md#checks): an invalid node doesn't hide faults of other nodes.
 */
export function checkDefinition(value: unknown): CheckedDefinition {
  const path = 'body.definition';
  const found: Found = { faults: [], references: [], schemas: [] };
  if (isTooDeep(value)) {
    found.faults.push({ path, message: `is nested more than ${deepest} levels deep` });
    return { definition: null, ...found };
  }
  const excess = findTemplateExcess(value);
  if (excess !== undefined) {
    found.faults.push({ path, message: excess });
    return { definition: null, ...found };
  }
  const parsed = WorkflowDefinition.safeParse(value);
  if (parsed.error) found.faults.push(...toFieldErrors(path, parsed.error.issues));
  checkMeaning(value, path, found);
  return { definition: parsed.success && found.faults.length === 0 ? parsed.data : null, ...found };
}

interface Found {
  faults: FieldFault[];
  references: Reference[];
  schemas: GivenSchema[];
}

interface Placed {
  path: string;
  id: string | undefined;
  /** Undefined if the node itself is invalid. */
  node: Node | undefined;
}

function checkMeaning(value: unknown, path: string, found: Found): void {
  if (!isRecord(value)) return;
  const nodes = listOf(value['nodes']).map((entry, index) => placeNode(entry, `${path}.nodes[${index}]`));
  found.faults.push(...doubledIds(nodes));
  checkEdges(value['edges'], path, nodes, found);
  listOf(value['nodes']).forEach((entry, index) => checkNode(entry, nodes[index], found));
  found.faults.push(...templateFaults(value['outputs'], `${path}.outputs`));
}

function placeNode(value: unknown, path: string): Placed {
  const id = isRecord(value) && typeof value['id'] === 'string' ? value['id'] : undefined;
  return { path, id, node: Node.safeParse(value).data };
}

function doubledIds(nodes: readonly Placed[]): FieldFault[] {
  const seen = new Set<string>();
  return nodes.flatMap(({ id, path }) => {
    if (id === undefined || !seen.has(id)) {
      if (id !== undefined) seen.add(id);
      return [];
    }
    return [{ path: `${path}.id`, message: `another node is named “${id}” already` }];
  });
}

function checkEdges(value: unknown, path: string, nodes: readonly Placed[], found: Found): void {
  const byId = new Map(nodes.map((placed) => [placed.id, placed]));
  const joined: Edge[] = [];
  listOf(value).forEach((edge, index) => {
    if (!isRecord(edge)) return;
    const at = `${path}.edges[${index}]`;
    const { from, to } = edge;
    for (const [name, end] of Object.entries({ from, to })) {
      if (typeof end !== 'string' || byId.has(end)) continue;
      found.faults.push({ path: `${at}.${name}`, message: `no node is named “${cutText(end, 80)}”` });
    }
    found.faults.push(...branchFaults(edge, typeof from === 'string' ? byId.get(from)?.node : undefined, at));
    if (typeof from === 'string' && typeof to === 'string') joined.push({ from, to });
  });
  const cycle = findCycle(joined);
  if (cycle) {
    const [first] = cycle;
    const message = `the edges make a cycle: ${[...cycle.slice(0, 20), first].join(' → ')}`;
    found.faults.push({ path: `${path}.edges`, message });
  }
}

function branchFaults(edge: Record<string, unknown>, from: Node | undefined, path: string): FieldFault[] {
  const on = typeof edge['on'] === 'boolean' ? String(edge['on']) : edge['on'];
  if (from === undefined || typeof on !== 'string') return [];
  const own = nodeKinds[from.type].branches(from);
  const branches = from.on_error === 'branch' ? [...own, 'error'] : own;
  if (branches.includes(on) || branches.includes('*')) return [];
  if (on === 'error') return [{ path: `${path}.on`, message: `“${from.id}” takes it only with on_error: branch` }];
  const known = branches.length === 0 ? 'has no branches' : `has the branches ${branches.join(', ')}`;
  return [{ path: `${path}.on`, message: `“${from.id}” ${known}` }];
}

function checkNode(value: unknown, placed: Placed | undefined, found: Found): void {
  if (!placed || !isRecord(value)) return;
  const { config, type } = value;
  // The union stops at an unknown type.
  if (!isNodeType(type)) {
    found.faults.push(...toFieldErrors(placed.path, NodeFrame.safeParse(value).error?.issues ?? []));
  }
  if (!isRecord(config)) return;
  const at = `${placed.path}.config`;
  const kind = isNodeType(type) ? nodeKinds[type] : undefined;
  found.faults.push(...templateFaults(config, at, kind?.raw));
  for (const field of kind?.expressions ?? []) {
    found.faults.push(...expressionFaults(config[field], joinPath(at, [field])));
  }
  if (kind !== undefined && placed.node) {
    found.faults.push(...kind.faults(placed.node, at));
    found.schemas.push(...kind.schemas(placed.node, at));
  }
  found.references.push(...referencesOf(config, at));
  if (type === 'loop' && config['body'] !== undefined) checkMeaning(config['body'], `${at}.body`, found);
}

const referenceFields = {
  agent_id: 'agent',
  thread_id: 'thread',
  knowledge_base_id: 'knowledge base',
  file_id: 'file',
  workflow_id: 'workflow',
} as const;

function referencesOf(config: Record<string, unknown>, path: string): Reference[] {
  return Object.entries(referenceFields).flatMap(([field, resource]) => {
    const id = config[field];
    return typeof id === 'string' && !id.includes('{{') ? [{ path: `${path}.${field}`, resource, id }] : [];
  });
}

function isNodeType(type: unknown): type is NodeType {
  return typeof type === 'string' && Object.hasOwn(nodeKinds, type);
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value.slice(0, 10_000) : [];
}
