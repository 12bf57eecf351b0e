import jsonata from 'jsonata';
import { isCheap } from './is-cheap.ts';
import { describeExpressionError } from '../../../../platform/sandbox/describe-expression-error.ts';
import { TemplateError } from './template-error.ts';

/** A JSONata expression that parses. */
export interface ParsedExpression {
  readonly source: string;
  readonly compiled: jsonata.Expression;
  /** True where its cost is bounded by its length times the data's, so that it may run in this process. */
  readonly cheap: boolean;
}

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
    const compiled = jsonata(source, inlineBounds);
    return { source, compiled, cheap: isCheap(compiled.ast()) };
  } catch (error) {
    throw new TemplateError(describeExpressionError(error), error);
  }
}
