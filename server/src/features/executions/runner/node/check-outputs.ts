import { maxDataLength, measureJson } from '../../../../platform/measure-json.ts';
import { deepestJson, isNestedDeeper } from '../../../../platform/nested-deeper.ts';
import { toStorable } from '../../../../platform/storable-text.ts';
import { NodeError } from '../../engine/node-error.ts';
import type { Outputs } from '../../nodes/node-context.ts';
import type { DataBudget } from '../state/data-budget.ts';
import { takeTurn } from './take-turn.ts';

/** UTF-16 units of JSON that take milliseconds to write. */
const largeLength = 256 * 1024;

/** Outputs that can be stored, and their JSON. */
export interface CheckedOutputs {
  readonly outputs: Outputs;
  readonly text: string;
}

/**
 * Makes outputs storable, before anything is recorded or passed on: they are what the author's code, a server or a model
 * returned. Throws a NodeError for outputs that are too large, by themselves, with the others of the execution or with
 * those of other executions, or nested too deep.
 */
export async function checkOutputs(answered: Outputs, path: string, budget: DataBudget): Promise<CheckedOutputs> {
  const size = measureJson(answered);
  const { length } = size;
  if (length > maxDataLength) {
    throw refuse('The outputs are larger than 8 MiB. Hand on less data, or a file by its id.');
  }
  const exceeded = budget.add(size);
  if (exceeded === 'process') {
    const all = `The outputs of ${path} don’t fit into the memory of the server beside those of the other executions.`;
    throw new NodeError('node_execution_failed', `${all} Try again later, or hand on less data.`, { retryable: true });
  }
  if (exceeded === 'execution') {
    const all = `With the outputs of ${path}, those of this execution are larger than 256 MiB in total.`;
    throw refuse(`${all} Hand on less data, or files by their ids.`);
  }
  // Large ones that come together are not written in one turn of the event loop.
  if (length > largeLength) await takeTurn();
  try {
    const outputs = toStorable(answered);
    const text = JSON.stringify(outputs);
    // The outputs themselves are a level, and so is the list of a loop's results.
    if (!isNestedDeeper(text, deepestJson + 2)) return { outputs, text };
  } catch (error) {
    // JSON.stringify recurses.
    if (!(error instanceof RangeError)) throw error;
  }
  throw refuse(`The outputs are nested more than ${deepestJson} levels deep.`);
}

function refuse(message: string): NodeError {
  return new NodeError('node_execution_failed', message, { retryable: false });
}
