import { isValues, type Values } from '../../../form/changes.ts';
import { listExpressions, listMembers, type Syntax, syntaxOf } from '../../../form/inputs/expressions.ts';
import { choices, listFields, type NodeField } from '../nodes/node-fields.ts';
import { branchesOf, hasOpenBranches } from './branches.ts';
import { readDefinition, type Draft, type DraftNode, type LoopPath } from './draft.ts';
import { nodeIdPattern } from './edits.ts';
import { orderNodes } from './order.ts';

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
  | 'unknownNode'
  | 'undeclaredInput';

export interface Fault {
  /** The loops around the node. */
  readonly path: LoopPath;
  /** Undefined if it is about the result. */
  readonly node: string | undefined;
  /** The field, like `config.prompt` or `outputs.text`; empty for the edges of a node. */
  readonly field: string;
  readonly code: FaultCode;
  readonly detail?: string;
  /** It can be saved, but won't do what it seems to. */
  readonly isWarning?: true;
}

type NodeFault = Omit<Fault, 'path' | 'node'>;

/** What expressions can read. */
interface Readable {
  readonly nodes: ReadonlySet<string>;
  /** The inputs of the workflow; undefined if it takes any. */
  readonly inputs: ReadonlySet<string> | undefined;
}

/** Everything in a definition that is wrong as far as it can be seen without the server, with the bodies of loops. */
export function findFaults(draft: Draft, inputSchema: Values = {}): Fault[] {
  return findIn(draft, [], { nodes: new Set(), inputs: declaredIn(inputSchema) });
}

function findIn(draft: Draft, path: LoopPath, outer: Readable): Fault[] {
  const ids = new Set(draft.nodes.map(({ id }) => id));
  const readable = { ...outer, nodes: new Set([...outer.nodes, ...ids]) };
  const seen = new Set<string>();
  const { cyclic } = orderNodes(draft);
  const targets = Map.groupBy(draft.edges, ({ from }) => from);
  const inNodes = draft.nodes.flatMap((node): Fault[] => {
    const found: NodeFault[] = [];
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
      ...(body === undefined ? [] : findIn(body, [...path, node.id], readable)),
    ];
  });
  const inOutputs = Object.entries(draft.outputs).flatMap(([name, value]) =>
    checkReads(`outputs.${name}`, value, 'template', readable),
  );
  return [...inNodes, ...inOutputs.map((fault) => ({ ...fault, path, node: undefined }))];
}

/** The inputs that a workflow declares; undefined if it declares none, or says that it takes others. */
function declaredIn({ properties, ...rest }: Values): ReadonlySet<string> | undefined {
  if (!isValues(properties) || Object.keys(rest).some((keyword) => takesMore(keyword, rest[keyword]))) return undefined;
  const names = Object.keys(properties).filter((name) => isValues(properties[name]));
  return names.length === 0 ? undefined : new Set(names);
}

function takesMore(keyword: string, value: unknown): boolean {
  if (keyword === 'additionalProperties') return value !== false;
  return ['patternProperties', 'allOf', 'anyOf', 'oneOf', 'if', '$ref'].includes(keyword);
}

function checkField(field: NodeField, config: Values): NodeFault[] {
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

function checkCases(value: unknown, at: string): NodeFault[] {
  if (!Array.isArray(value)) return [];
  const seen = new Set<unknown>();
  return value.flatMap((each: unknown, index): NodeFault[] => {
    const name = isValues(each) ? each['name'] : undefined;
    if (name === '' || name === undefined) return [{ field: `${at}.${index}.name`, code: 'required' }];
    if (seen.has(name)) return [{ field: `${at}.${index}.name`, code: 'doubledCase' }];
    seen.add(name);
    return [];
  });
}

function checkChoice({ type, config }: DraftNode): NodeFault[] {
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

function checkReferences({ type, config }: DraftNode, readable: Readable): NodeFault[] {
  return Object.entries(config).flatMap(([name, value]) =>
    checkReads(`config.${name}`, value, syntaxOf(type, name), readable),
  );
}

/** What the expressions of a field read although it doesn't exist: at most one node, or else one input. */
function checkReads(field: string, value: unknown, syntax: Syntax, { nodes, inputs }: Readable): NodeFault[] {
  const expressions = listExpressions(value, syntax);
  const node = [...listMembers(expressions, 'nodes')].find((id) => !nodes.has(id));
  if (node !== undefined) return [{ field, code: 'unknownNode', detail: node, isWarning: true }];
  const input = inputs && [...listMembers(expressions, 'inputs')].find((name) => !inputs.has(name));
  return input === undefined ? [] : [{ field, code: 'undeclaredInput', detail: input, isWarning: true }];
}

/** True if a text has `{{` without `}}`. */
function hasOpenBraces(value: unknown): boolean {
  if (typeof value === 'string') return value.lastIndexOf('{{') > value.lastIndexOf('}}');
  if (Array.isArray(value)) return value.some(hasOpenBraces);
  return isValues(value) && Object.values(value).some(hasOpenBraces);
}
