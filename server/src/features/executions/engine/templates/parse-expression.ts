import { createRequire } from 'node:module';
import type jsonata from 'jsonata';
import { isCheap } from './is-cheap.ts';
import { describeExpressionError } from '../../../../platform/sandbox/describe-expression-error.ts';
import { findReferences, readPlainPath, type References } from './referenced-data.ts';
import { TemplateError } from './template-error.ts';

/** A JSONata expression that parses. */
export interface ParsedExpression {
  readonly source: string;
  readonly compiled: jsonata.Expression;
  /** True if its cost is bounded by its length times that of the data, so that it may run here over little data. */
  readonly cheap: boolean;
  /** What it can read. */
  readonly references: References;
  /** Its names if it is nothing but a path: its cost then does not depend on the data at all. */
  readonly path: readonly string[] | undefined;
}

const require = createRequire(import.meta.url);

const longest = 20_000;
const most = 5_000;
const cache = new Map<string, ParsedExpression>();

/** Bounds of an evaluation in this process: milliseconds, depth of evaluation, elements of a sequence. */
const inlineBounds = { timeout: 50, stack: 200, sequence: 100_000 };

/** Parses a JSONata expression; throws a TemplateError that says where it goes wrong. */
export function parseExpression(source: string): ParsedExpression {
  const known = cache.get(source);
  if (known) return known;
  if (source.trim() === '') throw new TemplateError('The expression is empty.');
  if (source.length > longest) throw new TemplateError(`An expression may have ${longest} characters at most.`);
  const parsed = compile(source);
  if (cache.size >= most) cache.delete(cache.keys().next().value ?? '');
  cache.set(source, parsed);
  return parsed;
}

function compile(source: string): ParsedExpression {
  try {
    // Loaded with the first expression, as it takes 7 MB of memory.
    const compiled = (require('jsonata') as typeof jsonata)(source, inlineBounds);
    const ast = compiled.ast();
    return { source, compiled, cheap: isCheap(ast), references: findReferences(ast), path: readPlainPath(ast) };
  } catch (error) {
    throw new TemplateError(describeExpressionError(error), error);
  }
}
