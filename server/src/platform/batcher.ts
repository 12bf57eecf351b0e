interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

interface BatcherOptions {
  /** Rounds that may be under way at the same time. */
  readonly lanes: number;
  /** Items that one round takes at most. */
  readonly most: number;
  /** True for an error that says nothing about the items; others make each item of a round try on its own. */
  readonly isOutage?: (error: unknown) => boolean;
}

/**
 * Does work for many callers in rounds: an item that comes while all lanes are busy waits and goes out with the others
 * that came meanwhile, so a statement and its commit are shared by as many as there are. Alone, nobody waits. `work`
 * answers one result an item, in their order. Where a round fails, each of its items is tried on its own, so that one
 * bad item fails nobody else.
 */
export function createBatcher<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  { lanes, most, isOutage = () => false }: BatcherOptions,
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = [];
  let busy = 0;

  const settle = async (round: readonly Waiting<Item, Result>[]): Promise<void> => {
    try {
      const results = await work(round.map(({ item }) => item));
      if (results.length !== round.length) throw new Error('a round must answer one result an item');
      for (const [index, { resolve }] of round.entries()) resolve(results[index] as Result);
    } catch (error) {
      if (round.length === 1 || isOutage(error)) for (const { reject } of round) reject(error);
      else for (const one of round) await settle([one]);
    }
  };

  const next = (): void => {
    while (busy < lanes && waiting.length > 0) {
      busy += 1;
      void settle(waiting.splice(0, most)).finally(() => {
        busy -= 1;
        next();
      });
    }
  };

  return async (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      // A caller in this same turn of the event loop shares the round.
      if (waiting.length === 1) setImmediate(next);
    });
}
