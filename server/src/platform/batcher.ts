interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

interface BatcherOptions {
  /** Batches that may run at the same time. */
  readonly maxConcurrent: number;
  /** Maximum number of items in one batch. */
  readonly maxItems: number;
  /**
   * True for an error that does not depend on the items; after other errors each item of the batch is tried separately.
   */
  readonly isOutage?: (error: unknown) => boolean;
}

/**
 * Combines the work of many callers in batches: an item that arrives while all batches are busy waits, and is processed
 * together with the others that arrived meanwhile, so that they share a statement and its commit. A single caller does not
 * wait. `work` returns one result per item, in their order. If a batch fails, each of its items is tried separately, so
 * that one bad item does not fail the others.
 */
export function createBatcher<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  { maxConcurrent, maxItems, isOutage = () => false }: BatcherOptions,
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = [];
  let busy = 0;

  const settle = async (batch: readonly Waiting<Item, Result>[]): Promise<void> => {
    try {
      const results = await work(batch.map(({ item }) => item));
      if (results.length !== batch.length) throw new Error('a batch must return one result per item');
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
    } catch (error) {
      if (batch.length === 1 || isOutage(error)) for (const { reject } of batch) reject(error);
      else for (const one of batch) await settle([one]);
    }
  };

  const next = (): void => {
    while (busy < maxConcurrent && waiting.length > 0) {
      busy += 1;
      void settle(waiting.splice(0, maxItems)).finally(() => {
        busy -= 1;
        next();
      });
    }
  };

  return async (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      // Callers in the same turn of the event loop share the batch.
      if (waiting.length === 1) setImmediate(next);
    });
}
