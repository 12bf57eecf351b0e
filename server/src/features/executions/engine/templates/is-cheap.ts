import { isRecord } from '../../../../platform/is-record.ts';

const operators = new Set(['.', '=', '!=', '<', '<=', '>', '>=', '+', '-', '*', '/', '%', '&', 'and', 'or', 'in']);

// Functions whose cost and result are linear in their arguments.
const functions = new Set(
  'string number boolean not exists count sum length trim uppercase lowercase join keys now millis type'.split(' '),
);

// Keys of syntax nodes outside of this subset: grouping, context and position binding, parents.
const foreign = ['group', 'focus', 'index', 'tuple', 'ancestor', 'seekingParent'];

/**
 * True for the subset of paths, comparisons, arithmetic, constructors and a few functions, in which every part of the
 * data is visited at most once for each part of the expression. Everything else (regular expressions, ranges, lambdas,
 * sorting, wildcards, $eval …) can take any time and memory and must run in the sandbox.
 */
export function isCheap(node: unknown): boolean {
  if (!isRecord(node) || foreign.some((key) => node[key] !== undefined)) return false;
  return hasCheapKind(node) && areCheapFilters(node['predicate']) && areCheapFilters(node['stages']);
}

function hasCheapKind(node: Record<string, unknown>): boolean {
  switch (node['type']) {
    case 'string':
    case 'number':
    case 'value':
    case 'name':
      return true;
    case 'path':
      return areCheap(node['steps']);
    case 'binary':
      return operators.has(String(node['value'])) && isCheap(node['lhs']) && isCheap(node['rhs']);
    case 'unary':
      return isCheapUnary(node);
    case 'condition':
      return areCheap([node['condition'], node['then'], ...(node['else'] === undefined ? [] : [node['else']])]);
    case 'function':
      return isCheapFunction(node['procedure']) && !isNested(node) && areCheap(node['arguments']);
    default:
      return false;
  }
}

function isCheapUnary(node: Record<string, unknown>): boolean {
  if (node['value'] === '-') return isCheap(node['expression']);
  if (node['value'] === '[') return areCheap(node['expressions']);
  const pairs = node['lhs'];
  return node['value'] === '{' && Array.isArray(pairs) && pairs.every(areCheap);
}

function isCheapFunction(procedure: unknown): boolean {
  return isRecord(procedure) && procedure['type'] === 'variable' && functions.has(String(procedure['value']));
}

/** Each nested $string doubles the escapes of its result: twelve of them turn a megabyte into 4 GB. */
function isNested(node: Record<string, unknown>): boolean {
  return isCall(node, 'string') && holdsString(node['arguments']);
}

function holdsString(node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return false;
  return (isRecord(node) && isCall(node, 'string')) || Object.values(node).some(holdsString);
}

function isCall(node: Record<string, unknown>, name: string): boolean {
  return node['type'] === 'function' && isRecord(node['procedure']) && node['procedure']['value'] === name;
}

function areCheapFilters(filters: unknown): boolean {
  if (filters === undefined) return true;
  return Array.isArray(filters) && filters.every((filter) => isRecord(filter) && isCheap(filter['expr']));
}

function areCheap(nodes: unknown): boolean {
  return Array.isArray(nodes) && nodes.every(isCheap);
}
