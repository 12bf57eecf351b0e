import jsonata from 'jsonata';
import { maxDataLength, measureJson } from '../measure-json.ts';
import { describeExpressionError } from './describe-expression-error.ts';
import type { SandboxAnswer, SandboxTask } from './task.ts';
import { shortenText } from '../cut-text.ts';

/** Evaluates JSONata expressions over one scope, one after another, within one time-out. */
export async function runExpressions(task: Extract<SandboxTask, { kind: 'expressions' }>): Promise<SandboxAnswer> {
  const end = performance.now() + task.timeoutMs;
  const values: { value?: unknown }[] = [];
  for (const source of task.expressions) {
    try {
      const timeout = Math.max(1, Math.ceil(end - performance.now()));
      const value: unknown = await jsonata(source, { timeout, stack: 500, sequence: 1_000_000 }).evaluate(task.scope);
      values.push(isFunction(value) ? {} : { value });
    } catch (error) {
      return { kind: 'failed', message: `${shortenText(source, 80)}: ${describeExpressionError(error)}` };
    }
  }
  let hasFunction = false;
  const { length } = measureJson(values, maxDataLength, (value) => {
    const isOne = isFunction(value);
    hasFunction ||= isOne;
    return isOne;
  });
  if (length > maxDataLength) return { kind: 'failed', message: 'The result of the expression is larger than 8 MiB.' };
  return { kind: 'values', values: hasFunction ? values.map(omitFunctions) : values };
}

/** A copy as JSON would have it. JSONata's functions are objects with all that they can read. */
function omitFunctions<T>(value: T): T {
  if (Array.isArray(value)) return value.map((item) => (isFunction(item) ? null : omitFunctions(item))) as T;
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([, member]) => !isFunction(member));
  return Object.fromEntries(kept.map(([name, member]) => [name, omitFunctions(member)])) as T;
}

/**
 * A function is not JSON: an expression that returns one has no result. JSONata marks its own with a name that a visitor's
 * data may have too, and only those have functions in them.
 */
function isFunction(value: unknown): boolean {
  if (typeof value === 'function') return true;
  if (typeof value !== 'object' || value === null) return false;
  const { implementation, environment } = value as {
    implementation?: unknown;
    environment?: { lookup?: unknown } | null;
  };
  if ('_jsonata_function' in value) return typeof implementation === 'function';
  return '_jsonata_lambda' in value && typeof environment?.lookup === 'function';
}
