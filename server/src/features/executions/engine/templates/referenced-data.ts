import { isRecord } from '../../../../platform/is-record.ts';

/** The parts of a scope that an expression can read: the names of each path, or everything. */
export type References = readonly (readonly string[])[] | 'everything';

/** Functions that read the context if called with one argument; every function does if called with none. */
const contextual = new Set(['each', 'sift', 'lookup']);
const argumentless = new Set(['now', 'millis', 'random']);

/** Finds the data that a parsed expression can read. If that is unclear, everything counts. */
export function findReferences(ast: unknown): References {
  const found: string[][] = [];
  return collect(ast, found) ? found : 'everything';
}

/** Adds the leading names of every path; false if the expression can read more than these. */
function collect(node: unknown, found: string[][]): boolean {
  if (Array.isArray(node)) return node.every((entry) => collect(entry, found));
  if (!isRecord(node)) return true;
  if (readsContext(node)) return false;
  if (node['type'] === 'path' && Array.isArray(node['steps'])) {
    const names = leadingNames(node['steps']);
    if (names.length > 0) found.push(names);
  }
  return Object.values(node).every((entry) => collect(entry, found));
}

function readsContext(node: Record<string, unknown>): boolean {
  switch (node['type']) {
    case 'wildcard':
    case 'descendant':
    case 'parent':
      return true;
    case 'variable':
      // `$` and `$$`; $eval's argument can name anything.
      return node['value'] === '' || node['value'] === '$' || node['value'] === 'eval';
    case 'function': {
      const count = Array.isArray(node['arguments']) ? node['arguments'].length : 0;
      const name = isRecord(node['procedure']) ? String(node['procedure']['value']) : '';
      return count === 0 ? !argumentless.has(name) : count === 1 && contextual.has(name);
    }
    default:
      return false;
  }
}

function leadingNames(steps: readonly unknown[]): string[] {
  const names: string[] = [];
  for (const step of steps) {
    if (!isRecord(step) || step['type'] !== 'name' || typeof step['value'] !== 'string') break;
    names.push(step['value']);
    if (Object.keys(step).some((key) => !plainKeys.has(key))) break;
  }
  return names;
}

const plainKeys = new Set(['value', 'type', 'position']);

/** The names of an expression that is only a path like `nodes.a.outputs.text`, otherwise undefined. */
export function readPlainPath(ast: unknown): readonly string[] | undefined {
  if (!isRecord(ast) || ast['type'] !== 'path' || !Array.isArray(ast['steps'])) return undefined;
  if (Object.keys(ast).some((key) => key !== 'type' && key !== 'steps')) return undefined;
  const isPlain = ast['steps'].every(
    (step) => isRecord(step) && step['type'] === 'name' && Object.keys(step).every((key) => plainKeys.has(key)),
  );
  return isPlain ? leadingNames(ast['steps']) : undefined;
}

/** Follows names through objects: the value there, or undefined. `isExact` is false if there is a list on the way. */
export function follow(scope: unknown, names: readonly string[]): { value: unknown; isExact: boolean } {
  let value = scope;
  for (const name of names) {
    if (Array.isArray(value)) return { value: undefined, isExact: false };
    if (!isRecord(value) || !Object.hasOwn(value, name)) return { value: undefined, isExact: true };
    value = value[name];
  }
  return { value, isExact: true };
}

/** The part of a scope that expressions can read, so that the rest is neither copied nor counted. */
export function pickReferences(scope: Readonly<Record<string, unknown>>, references: readonly References[]): unknown {
  const picked: Record<string, unknown> = {};
  for (const reference of references) {
    if (reference === 'everything') return scope;
    for (const names of reference) pick(scope, picked, names);
  }
  return picked;
}

function pick(from: Readonly<Record<string, unknown>>, to: Record<string, unknown>, names: readonly string[]): void {
  const [name = '', ...rest] = names;
  if (!Object.hasOwn(from, name)) return;
  const value = from[name];
  const isWhole = Object.hasOwn(to, name) && to[name] === value;
  if (isWhole) return;
  if (rest.length === 0 || !isRecord(value)) {
    to[name] = value;
    return;
  }
  const next = Object.hasOwn(to, name) && isRecord(to[name]) ? to[name] : {};
  to[name] = next;
  pick(value, next, rest);
}
