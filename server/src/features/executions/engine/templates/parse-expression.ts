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

const longest = 20_000;
const most = 5_000;
const cache = new Map<string, ParsedExpression>();

/** Limits of an evaluation in this process: milliseconds, depth of evaluation, elements of a sequence. */
const inlineBounds = { timeout: 50, stack: 200, sequence: 100_000 };

/** Parses a JSONata expression; throws a TemplateError with the position of the fault. */
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
