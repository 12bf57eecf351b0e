interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

interface BatcherOptions<Item> {
  /** Batches that may run at the same time. */
  readonly maxConcurrent: number;
  /** Maximum number of items in one batch. */
  readonly maxItems: number;
  /** Maximum total size of the items of a batch with several, by `sizeOf`; no maximum if not given. */
  readonly maxSize?: number;
  readonly sizeOf?: (item: Item) => number;
  /** Groups of items take turns; all are one group if not given. */
  readonly groupOf?: (item: Item) => string;
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
  { maxConcurrent, maxItems, maxSize = Infinity, ...options }: BatcherOptions<Item>,
): (item: Item) => Promise<Result> {
  const { sizeOf = () => 0, groupOf = () => '', isOutage = () => false } = options;
  /** The waiting items of each group that has any; the group whose turn it is comes first. */
  const waiting = new Map<string, Waiting<Item, Result>[]>();
  let busy = 0;

  /** Takes one item of each group in turn, until the batch is full. */
  const takeBatch = (): Waiting<Item, Result>[] => {
    const batch: Waiting<Item, Result>[] = [];
    let size = 0;
    while (batch.length < maxItems) {
      const [turn] = waiting;
      const [first] = turn?.[1] ?? [];
      if (turn === undefined || first === undefined) break;
      size += sizeOf(first.item);
      if (size > maxSize && batch.length > 0) break;
      const [group, items] = turn;
      batch.push(first);
      items.shift();
      waiting.delete(group);
      if (items.length > 0) waiting.set(group, items);
    }
    return batch;
  };

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
    while (busy < maxConcurrent && waiting.size > 0) {
      busy += 1;
      void settle(takeBatch()).finally(() => {
        busy -= 1;
        next();
      });
    }
  };

  return async (item) =>
    new Promise((resolve, reject) => {
      const wasEmpty = waiting.size === 0;
      const group = groupOf(item);
      const items = waiting.get(group);
      if (items === undefined) waiting.set(group, [{ item, resolve, reject }]);
      else items.push({ item, resolve, reject });
      // Callers in the same turn of the event loop share the batch.
      if (wasEmpty) setImmediate(next);
    });
}
