import { isValues, type Values } from '../../../form/changes.ts';
import { readDefinition, type Draft, type DraftNode } from './draft.ts';

/** `nodes.fetch` in an expression, and the same with quotes. */
const reference = /\bnodes\.(`?)([a-z]\w*)\1/g;

/** Fields that are not templates. */
const plain: Readonly<Record<string, string>> = { code: 'source' };

/** Replaces the ids of nodes in all expressions of a definition, and in those of the bodies of its loops. */
export function replaceReferences(draft: Draft, renamed: ReadonlyMap<string, string>): Draft {
  const nodes = draft.nodes.map((node) => replaceInNode(node, renamed));
  const outputs = replaceInValues(draft.outputs, renamed);
  const isChanged = outputs !== draft.outputs || nodes.some((node, at) => node !== draft.nodes[at]);
  return isChanged ? { ...draft, nodes, outputs } : draft;
}

export function replaceInNode(node: DraftNode, renamed: ReadonlyMap<string, string>): DraftNode {
  const body = node.type === 'loop' ? readDefinition(node.config['body']) : undefined;
  const config = replaceInValues(node.config, renamed, body === undefined ? plain[node.type] : 'body');
  const after = body === undefined ? undefined : replaceInBody(body, renamed);
  if (after !== body) return { ...node, config: { ...config, body: after } };
  return config === node.config ? node : { ...node, config };
}

/** In the body of a loop, its own nodes have priority over outer ones with the same id. */
function replaceInBody(body: Draft, renamed: ReadonlyMap<string, string>): Draft {
  const local = new Set(body.nodes.map(({ id }) => id));
  const outer = new Map([...renamed].filter(([id]) => !local.has(id)));
  return outer.size === 0 ? body : replaceReferences(body, outer);
}

/** The ids of the nodes that a value's expressions name. */
export function listReferences(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value === 'string') for (const [, , id = ''] of value.matchAll(reference)) found.add(id);
  else if (Array.isArray(value)) for (const item of value) listReferences(item, found);
  else if (isValues(value)) for (const item of Object.values(value)) listReferences(item, found);
  return found;
}

function replaceInValues(values: Values, renamed: ReadonlyMap<string, string>, skipped?: string): Values {
  let isChanged = false;
  const entries = Object.entries(values).map(([name, before]) => {
    const after = name === skipped ? before : replaceIn(before, renamed);
    isChanged ||= after !== before;
    return [name, after];
  });
  // The same object, so that what didn't change isn't rendered again.
  return isChanged ? Object.fromEntries(entries) : values;
}

function replaceIn(value: unknown, renamed: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') {
    return value.replaceAll(reference, (whole, quote: string, id: string) => {
      const after = renamed.get(id);
      return after === undefined ? whole : `nodes.${quote}${after}${quote}`;
    });
  }
  if (Array.isArray(value)) {
    const items = value.map((item) => replaceIn(item, renamed));
    return items.every((item, at) => item === value[at]) ? value : items;
  }
  return isValues(value) ? replaceInValues(value, renamed) : value;
}
