import { isValues, type Values } from '../../../form/changes.ts';
import { replaceExpressions, replaceMembers, type Syntax, syntaxOf } from '../../../form/inputs/expressions.ts';
import { readDefinition, type Draft, type DraftNode } from './draft.ts';

/** What replaces the expressions of a definition. */
interface Replacement {
  readonly replace: (expression: string) => string;
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
    replace: (expression) => replaceMembers(expression, 'inputs', (name) => (name === from ? to : undefined)),
    inside: () => replacing,
  };
  return replaceInDraft(draft, replacing);
}

function replacingNodes(renamed: ReadonlyMap<string, string>): Replacement {
  return {
    replace: (expression) => replaceMembers(expression, 'nodes', (id) => renamed.get(id)),
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
  const outputs = replaceInValues(draft.outputs, replacing, () => 'template');
  const isChanged = outputs !== draft.outputs || nodes.some((node, at) => node !== draft.nodes[at]);
  return isChanged ? { ...draft, nodes, outputs } : draft;
}

function replaceIn(node: DraftNode, replacing: Replacement): DraftNode {
  const body = node.type === 'loop' ? readDefinition(node.config['body']) : undefined;
  const config = replaceInValues(node.config, replacing, (name) => syntaxOf(node.type, name));
  const after = body === undefined ? undefined : replaceInDraft(body, replacing.inside(body));
  if (after !== body) return { ...node, config: { ...config, body: after } };
  return config === node.config ? node : { ...node, config };
}

function replaceInValues(values: Values, replacing: Replacement, syntaxAt: (name: string) => Syntax): Values {
  let isChanged = false;
  const entries = Object.entries(values).map(([name, before]) => {
    const after = replaceInValue(before, replacing, syntaxAt(name));
    isChanged ||= after !== before;
    return [name, after];
  });
  return isChanged ? Object.fromEntries(entries) : values;
}

function replaceInValue(value: unknown, replacing: Replacement, syntax: Syntax): unknown {
  if (typeof value === 'string') return replaceExpressions(value, syntax, replacing.replace);
  if (Array.isArray(value)) {
    const items = value.map((item) => replaceInValue(item, replacing, syntax));
    return items.every((item, at) => item === value[at]) ? value : items;
  }
  return isValues(value) ? replaceInValues(value, replacing, () => syntax) : value;
}
