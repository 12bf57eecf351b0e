import { isValues, type Values } from '../../../form/changes.ts';
import { choices, listFields, type NodeField } from '../nodes/node-fields.ts';
import { branchesOf, hasOpenBranches } from './branches.ts';
import { readDefinition, type Draft, type DraftNode, type LoopPath } from './draft.ts';
import { nodeIdPattern } from './edits.ts';
import { orderNodes } from './order.ts';
import { listReferences } from './references.ts';

/** What the browser can check while the member types; the server checks everything when it is saved. */
export type FaultCode =
  | 'required'
  | 'oneNeeded'
  | 'onlyOne'
  | 'tooSmall'
  | 'tooLarge'
  | 'openBraces'
  | 'notObject'
  | 'badId'
  | 'doubledId'
  | 'doubledCase'
  | 'unknownTarget'
  | 'unknownBranch'
  | 'cycle'
  | 'unknownNode';

export interface Fault {
  /** The loops around the node. */
  readonly path: LoopPath;
  readonly node: string;
  /** The field, like `config.prompt`; empty for the edges of a node. */
  readonly field: string;
  readonly code: FaultCode;
  readonly detail?: string;
  /** It can be saved, but won't do what it seems to. */
  readonly isWarning?: true;
}

/** Everything in a definition that is wrong as far as it can be seen without the server, with the bodies of loops. */
export function findFaults(draft: Draft, path: LoopPath = [], outer: ReadonlySet<string> = new Set()): Fault[] {
  const ids = new Set(draft.nodes.map(({ id }) => id));
  const readable = new Set([...outer, ...ids]);
  const seen = new Set<string>();
  const { cyclic } = orderNodes(draft);
  const targets = Map.groupBy(draft.edges, ({ from }) => from);
  return draft.nodes.flatMap((node): Fault[] => {
    const found: Omit<Fault, 'path' | 'node'>[] = [];
    if (!nodeIdPattern.test(node.id)) found.push({ field: 'id', code: 'badId' });
    else if (seen.has(node.id)) found.push({ field: 'id', code: 'doubledId' });
    seen.add(node.id);
    found.push(...listFields(node.type).flatMap((field) => checkField(field, node.config)));
    found.push(...checkChoice(node));
    const branches = branchesOf(node);
    for (const { to, on } of targets.get(node.id) ?? []) {
      if (!ids.has(to)) found.push({ field: '', code: 'unknownTarget', detail: to });
      if (on === undefined || branches.includes(on) || (hasOpenBranches(node) && on !== 'error')) continue;
      found.push({ field: '', code: 'unknownBranch', detail: on });
    }
    if (cyclic.has(node.id)) found.push({ field: '', code: 'cycle' });
    found.push(...checkReferences(node, readable));
    const body = node.type === 'loop' ? readDefinition(node.config['body']) : undefined;
    return [
      ...found.map((fault) => ({ ...fault, path, node: node.id })),
      ...(body === undefined ? [] : findFaults(body, [...path, node.id], readable)),
    ];
  });
}

function checkField(field: NodeField, config: Values): Omit<Fault, 'path' | 'node'>[] {
  const { name, kind, required, min = -Infinity, max = Infinity } = field;
  const value = config[name];
  const at = `config.${name}`;
  if (value === undefined || value === null || value === '') {
    return required === true ? [{ field: at, code: 'required' }] : [];
  }
  if (typeof value === 'number' && value < min) return [{ field: at, code: 'tooSmall', detail: String(min) }];
  if (typeof value === 'number' && value > max) return [{ field: at, code: 'tooLarge', detail: String(max) }];
  if (kind === 'cases') return checkCases(value, at);
  if (kind === 'code' || kind === 'body') return [];
  if (
    (kind === 'object' || kind === 'pairs' || kind === 'values') &&
    typeof value === 'string' &&
    !value.includes('{{')
  ) {
    return [{ field: at, code: 'notObject' }];
  }
  return hasOpenBraces(value) ? [{ field: at, code: 'openBraces' }] : [];
}

function checkCases(value: unknown, at: string): Omit<Fault, 'path' | 'node'>[] {
  if (!Array.isArray(value)) return [];
  const seen = new Set<unknown>();
  return value.flatMap((each: unknown, index): Omit<Fault, 'path' | 'node'>[] => {
    const name = isValues(each) ? each['name'] : undefined;
    if (name === '' || name === undefined) return [{ field: `${at}.${index}.name`, code: 'required' }];
    if (seen.has(name)) return [{ field: `${at}.${index}.name`, code: 'doubledCase' }];
    seen.add(name);
    return [];
  });
}

function checkChoice({ type, config }: DraftNode): Omit<Fault, 'path' | 'node'>[] {
  const choice = choices[type];
  if (choice === undefined) return [];
  const given = choice.fields.filter(
    (name) => config[name] !== undefined && config[name] !== null && config[name] !== '',
  );
  const [first = ''] = choice.fields;
  if (given.length === 0) return [{ field: `config.${first}`, code: 'oneNeeded' }];
  if (given.length > 1 && choice.allowsAll !== true) return [{ field: `config.${given[1]}`, code: 'onlyOne' }];
  return [];
}

function checkReferences({ type, config }: DraftNode, readable: ReadonlySet<string>): Omit<Fault, 'path' | 'node'>[] {
  return Object.entries(config).flatMap(([name, value]) => {
    if (name === 'body' || (type === 'code' && name === 'source')) return [];
    const unknown = [...listReferences(value)].find((id) => !readable.has(id));
    if (unknown === undefined) return [];
    return [{ field: `config.${name}`, code: 'unknownNode' as const, detail: unknown, isWarning: true as const }];
  });
}

/** True if a text has `{{` without `}}`. */
function hasOpenBraces(value: unknown): boolean {
  if (typeof value === 'string') return value.lastIndexOf('{{') > value.lastIndexOf('}}');
  if (Array.isArray(value)) return value.some(hasOpenBraces);
  return isValues(value) && Object.values(value).some(hasOpenBraces);
}
