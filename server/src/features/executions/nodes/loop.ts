import { LoopConfig } from '@portico/shared-types';
import { isRecord } from '../../../platform/is-record.ts';
import { NodeError } from '../engine/node-error.ts';
import type { NodeContext, NodeKind, Outputs } from './node-context.ts';
import { exactlyOne, onlyTemplates } from './saved-config.ts';

/**
 * Runs a body or a workflow for each item, several at a time; results are in the items' order. A workflow gets the item
 * as its inputs if it is an object, else `{item, index}`. With `on_item_error: continue` a failed item leaves null
 * among the results and an entry in `errors`.
 */
export const loop: NodeKind<'loop', LoopConfig> = {
  type: 'loop',
  saved: {
    ...onlyTemplates,
    raw: ['body'],
    faults: ({ config: { body, workflow_id } }, path) => exactlyOne(path, { body, workflow_id }),
  },
  config: LoopConfig,
  composite: true,
  async run(context, config) {
    const results: (Outputs | null)[] = config.items.map(() => null);
    const errors: ItemError[] = [];
    const remaining = config.items.entries();
    const worker = async (): Promise<void> => {
      for (const [index, item] of remaining) {
        context.signal.throwIfAborted();
        try {
          results[index] = await runItem(context, config, item, index);
        } catch (error) {
          errors.push(allow(error, index, config, context));
        }
      }
    };
    await Promise.all(Array.from({ length: config.concurrency ?? 1 }, worker));
    return { outputs: { results, errors: errors.sort((a, b) => a.index - b.index) } };
  },
};

interface ItemError {
  index: number;
  error: { code: string; message: string };
}

async function runItem(context: NodeContext, config: LoopConfig, item: unknown, index: number): Promise<Outputs> {
  if (config.body) return context.runBody(config.body, item, index);
  return context.runWorkflow(config.workflow_id ?? '', isRecord(item) ? item : { item, index }, index);
}

/**
 * Errors that end the loop are rethrown: an abort is not an item's fault, and `fail` makes the item's fault the loop's.
 */
function allow(error: unknown, index: number, config: LoopConfig, context: NodeContext): ItemError {
  context.signal.throwIfAborted();
  if (!(error instanceof NodeError)) throw error;
  if (config.on_item_error !== 'continue') {
    throw new NodeError(error.code, `Item ${index}: ${error.message}`, { retryable: error.retryable, cause: error });
  }
  return { index, error: { code: error.code, message: error.message } };
}
