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
  if (measureJson(values).length > maxDataLength) {
    return { kind: 'failed', message: 'The result of the expression is larger than 8 MiB.' };
  }
  return { kind: 'values', values };
}

/** A function is not JSON: an expression that returns one has no result. */
function isFunction(value: unknown): boolean {
  if (typeof value === 'function') return true;
  return typeof value === 'object' && value !== null && ('_jsonata_function' in value || '_jsonata_lambda' in value);
}
