import { isValues, type Values } from '../../../form/changes.ts';
import { usedInput, writeInputPath } from '../../../form/inputs/find-used-inputs.ts';
import { readDefinition, type Draft, type DraftNode } from './draft.ts';

/** `nodes.fetch` in an expression, and the same with quotes. */
const reference = /\bnodes\.(`?)([a-z]\w*)\1/g;

/** Fields that are not templates. */
const plain: Readonly<Record<string, string>> = { code: 'source' };

/** What replaces the texts of a definition. */
interface Replacement {
  readonly replace: (text: string) => string;
  /** The same in the body of a loop, where names can have another meaning. */
  readonly inside: (body: Draft) => Replacement;
}

/** Replaces the ids of nodes in all expressions of a definition, and in those of the bodies of its loops. */
export function replaceReferences(draft: Draft, renamed: ReadonlyMap<string, string>): Draft {
  return replaceInDraft(draft, replacingNodes(renamed));
}

export function replaceInNode(node: DraftNode, renamed: ReadonlyMap<string, string>): DraftNode {
  return replaceIn(node, replacingNodes(renamed));
}

/** Renames an input of the workflow in all expressions. */
export function replaceInput(draft: Draft, from: string, to: string): Draft {
  const replacing: Replacement = {
    replace: (text) =>
      text.replaceAll(usedInput, (whole, quoted?: string, plain?: string) =>
        (quoted ?? plain) === from ? writeInputPath(to) : whole,
      ),
    inside: () => replacing,
  };
  return replaceInDraft(draft, replacing);
}

function replacingNodes(renamed: ReadonlyMap<string, string>): Replacement {
  return {
    replace: (text) =>
      text.replaceAll(reference, (whole, quote: string, id: string) => {
        const after = renamed.get(id);
        return after === undefined ? whole : `nodes.${quote}${after}${quote}`;
      }),
    // Its own nodes have priority over outer ones with the same id.
    inside: (body) => {
      const local = new Set(body.nodes.map(({ id }) => id));
      return replacingNodes(new Map([...renamed].filter(([id]) => !local.has(id))));
    },
  };
}

/** The same object if nothing changes, so that it isn't rendered again. */
function replaceInDraft(draft: Draft, replacing: Replacement): Draft {
  const nodes = draft.nodes.map((node) => replaceIn(node, replacing));
  const outputs = replaceInValues(draft.outputs, replacing);
  const isChanged = outputs !== draft.outputs || nodes.some((node, at) => node !== draft.nodes[at]);
  return isChanged ? { ...draft, nodes, outputs } : draft;
}

function replaceIn(node: DraftNode, replacing: Replacement): DraftNode {
  const body = node.type === 'loop' ? readDefinition(node.config['body']) : undefined;
  const config = replaceInValues(node.config, replacing, body === undefined ? plain[node.type] : 'body');
  const after = body === undefined ? undefined : replaceInDraft(body, replacing.inside(body));
  if (after !== body) return { ...node, config: { ...config, body: after } };
  return config === node.config ? node : { ...node, config };
}

/** The ids of the nodes that a value's expressions name. */
export function listReferences(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value === 'string') for (const [, , id = ''] of value.matchAll(reference)) found.add(id);
  else if (Array.isArray(value)) for (const item of value) listReferences(item, found);
  else if (isValues(value)) for (const item of Object.values(value)) listReferences(item, found);
  return found;
}

function replaceInValues(values: Values, replacing: Replacement, skipped?: string): Values {
  let isChanged = false;
  const entries = Object.entries(values).map(([name, before]) => {
    const after = name === skipped ? before : replaceInValue(before, replacing);
    isChanged ||= after !== before;
    return [name, after];
  });
  return isChanged ? Object.fromEntries(entries) : values;
}

function replaceInValue(value: unknown, replacing: Replacement): unknown {
  if (typeof value === 'string') return replacing.replace(value);
  if (Array.isArray(value)) {
    const items = value.map((item) => replaceInValue(item, replacing));
    return items.every((item, at) => item === value[at]) ? value : items;
  }
  return isValues(value) ? replaceInValues(value, replacing) : value;
}
