import { isValues } from '../changes.ts';

/** The fields that are an expression without `{{ }}`, by type of node. */
const bare: Readonly<Record<string, string>> = { condition: 'if', transform: 'expression' };

/** The fields that contain no expressions of the workflow, by type of node. */
const plain: Readonly<Record<string, string>> = { code: 'source', loop: 'body' };

/** What the texts of a field are. */
export type Syntax = 'template' | 'expression' | 'plain';

/** The syntax of a field in the config of a node. */
export function syntaxOf(type: string, field: string): Syntax {
  if (plain[type] === field) return 'plain';
  return bare[type] === field ? 'expression' : 'template';
}

/** What is not code in an expression: strings, quoted names, comments, and regular expressions after an operator. */
const literals = [
  String.raw`"(?:\\[^]|[^"\\])*"`,
  String.raw`'(?:\\[^]|[^'\\])*'`,
  '`[^`]*`',
  String.raw`\/\*[^]*?\*\/`,
  String.raw`\/(?<=[([{,;:?=<>&|~!+*%^\-]\s*\/)(?:\\.|[^\/\\\n])+\/`,
].join('|');

const token = new RegExp(`${literals}|[{}]`, 'g');

/** Replaces the expressions in a text; the text around them stays. */
export function replaceExpressions(text: string, syntax: Syntax, replace: (expression: string) => string): string {
  if (syntax === 'plain') return text;
  if (syntax === 'expression') return replace(text);
  let replaced = '';
  let end = 0;
  for (let start = text.indexOf('{{'); start !== -1; start = text.indexOf('{{', end)) {
    const close = findClose(text, start + 2);
    replaced += text.slice(end, start + 2) + replace(text.slice(start + 2, close));
    end = close;
  }
  return replaced + text.slice(end);
}

/** The place of the `}}` that ends an expression: not one of nested objects, like in `{{ {"a": {"b": 1}} }}`. */
function findClose(text: string, start: number): number {
  let depth = 0;
  token.lastIndex = start;
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    if (found[0] === '{') depth += 1;
    else if (found[0] === '}' && depth > 0) depth -= 1;
    else if (found[0] === '}' && text[found.index + 1] === '}') return found.index;
  }
  return text.length;
}

/** The expressions in all texts of a value. */
export function listExpressions(value: unknown, syntax: Syntax, found: string[] = []): readonly string[] {
  if (typeof value === 'string') {
    replaceExpressions(value, syntax, (expression) => {
      found.push(expression);
      return expression;
    });
  } else if (Array.isArray(value)) for (const item of value) listExpressions(item, syntax, found);
  else if (isValues(value)) for (const item of Object.values(value)) listExpressions(item, syntax, found);
  return found;
}

const letter = String.raw`[\p{L}\p{M}\p{N}_$]`;

/**
 * The pattern of a path in an expression that begins with `root` at the top of its scope, and leads to one of its
 * members: `inputs.city`, the same with quotes, or `$$.inputs.city`. The pattern also finds what is not code.
 */
function patternOf(root: string): RegExp {
  const begin = String.raw`(?=${root})(?:(?<=\$\$\s*\.\s*)|(?<!${letter}|(?<!\.)\.\s*))${root}\s*\.\s*`;
  const names = [
    '`(?<backticks>[^`]+)`',
    String.raw`"(?<double>[^"\\]+)"`,
    String.raw`'(?<single>[^'\\]+)'`,
    String.raw`(?<bare>(?![\p{N}$])${letter}+)`,
  ];
  return new RegExp(`(?<begin>${begin})(?:${names.join('|')})|${literals}`, 'gu');
}

const patterns = { inputs: patternOf('inputs'), nodes: patternOf('nodes') };

/** Replaces members of `inputs` or `nodes` in an expression; undefined leaves one as it is. */
export function replaceMembers(
  expression: string,
  root: keyof typeof patterns,
  replace: (name: string) => string | undefined,
): string {
  let replaced = '';
  let end = 0;
  for (const { 0: whole, index, groups = {} } of expression.matchAll(patterns[root])) {
    const { begin, backticks, double, single, bare: unquoted } = groups;
    const name = backticks ?? double ?? single ?? unquoted;
    const after = name === undefined ? undefined : replace(name);
    if (begin === undefined || after === undefined) continue;
    replaced += expression.slice(end, index) + begin + writeName(after);
    end = index + whole.length;
  }
  return replaced + expression.slice(end);
}

/** The members of `inputs` or `nodes` that expressions name, each once. */
export function listMembers(expressions: readonly string[], root: keyof typeof patterns): ReadonlySet<string> {
  const found = new Set<string>();
  for (const expression of expressions) replaceMembers(expression, root, (name) => void found.add(name));
  return found;
}

/** A name in a path: with quotes if it needs them. */
export function writeName(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : `\`${name.replaceAll('`', '')}\``;
}
