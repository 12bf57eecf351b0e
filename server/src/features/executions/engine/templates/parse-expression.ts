import { createRequire } from 'node:module';
import type jsonata from 'jsonata';
import { isCheap } from './is-cheap.ts';
import { describeExpressionError } from '../../../../platform/sandbox/describe-expression-error.ts';
import { findReferences, readPlainPath, type References } from './referenced-data.ts';
import { TemplateError } from './template-error.ts';

/** A valid JSONata expression. */
export interface ParsedExpression {
  readonly source: string;
  readonly compiled: jsonata.Expression;
  /** True if its cost is bounded by its length times the size of the data, so that it may run here on small data. */
  readonly cheap: boolean;
  /** The data that it can read. */
  readonly references: References;
  /** Its names if it is only a path, whose cost does not depend on the data at all. */
  readonly path: readonly string[] | undefined;
}

const require = createRequire(import.meta.url);

const maxCharacters = 20_000;
const maxCached = 5_000;
const cache = new Map<string, ParsedExpression>();

/** Limits of an evaluation in this process: milliseconds, depth of evaluation, elements of a sequence. */
const inlineBounds = { timeout: 50, stack: 200, sequence: 100_000 };

/** Parses a JSONata expression; throws a TemplateError with the position of the fault. */
export function parseExpression(source: string): ParsedExpression {
  const known = cache.get(source);
  if (known) return known;
  if (source.trim() === '') throw new TemplateError('The expression is empty.');
  if (source.length > maxCharacters)
    throw new TemplateError(`An expression may have ${maxCharacters} characters at most.`);
  const parsed = compile(source);
  if (cache.size >= maxCached) cache.delete(cache.keys().next().value ?? '');
  cache.set(source, parsed);
  return parsed;
}

/** A path of names that can have no other meaning in JSONata. */
const plainPath = /^[a-z_]\w*(?:\.[a-z_]\w*)*$/i;
const reserved = new Set(['and', 'or', 'in', 'true', 'false', 'null', 'function']);

/** Loaded with the first expression that is more than a path, as it takes 7 MB of memory. */
function compileJsonata(source: string): jsonata.Expression {
  return (require('jsonata') as typeof jsonata)(source, inlineBounds);
}

function compile(source: string): ParsedExpression {
  const path = plainPath.test(source) ? source.split('.') : undefined;
  if (path !== undefined && !path.some((name) => reserved.has(name))) return parsePath(source, path);
  try {
    const compiled = compileJsonata(source);
    const ast = compiled.ast();
    return { source, compiled, cheap: isCheap(ast), references: findReferences(ast), path: readPlainPath(ast) };
  } catch (error) {
    throw new TemplateError(describeExpressionError(error) + suggestOperator(source), error);
  }
}

/** Operators of JavaScript that JSONata doesn't have, the longer ones first. */
const operators: Readonly<Record<string, string>> = {
  '!==': '!=',
  '===': '=',
  '==': '=',
  '&&': 'and',
  '||': 'or',
  '?.': '.',
  '=>': 'function($x) { … }',
};

function suggestOperator(source: string): string {
  // Takes linear time: a text that isn't closed ends with the source.
  const code = source.replaceAll(/"(?:[^"\\]|\\.)*(?:"|\\?$)|'(?:[^'\\]|\\.)*(?:'|\\?$)/gs, '');
  const used = Object.keys(operators).find((operator) => code.includes(operator));
  return used === undefined ? '' : `; in JSONata, “${used}” is written “${operators[used] ?? ''}”`;
}

/** Most expressions are only paths; one is compiled when it turns out to lead through a list. */
function parsePath(source: string, path: readonly string[]): ParsedExpression {
  let compiled: jsonata.Expression | undefined;
  return {
    source,
    get compiled() {
      compiled ??= compileJsonata(source);
      return compiled;
    },
    cheap: true,
    references: [path],
    path,
  };
}
