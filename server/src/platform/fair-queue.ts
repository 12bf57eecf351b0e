interface Waiting {
  readonly begin: () => void;
}

/** Runs work as soon as there is a place for its group. */
export type FairQueue = <T>(group: string, work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

/**
 * Runs at most `slots` pieces of work at the same time, at most `share` of them for one group (a workspace). The
 * waiting group with the least running work is next, and among equals the one whose last turn is longest ago; within a
 * group the order is kept. So a group that floods the queue delays only itself.
 */
export function createFairQueue({ slots, share }: { slots: number; share: number }): FairQueue {
  const busy = new Map<string, number>();
  const groups = new Map<string, Set<Waiting>>();
  /** The last turn of each group that waits or runs. */
  const turns = new Map<string, number>();
  let turn = 0;
  let running = 0;

  const findNext = (): string | undefined => {
    let next: { group: string; count: number; lastTurn: number } | undefined;
    for (const group of groups.keys()) {
      const count = busy.get(group) ?? 0;
      const lastTurn = turns.get(group) ?? 0;
      if (count >= share) continue;
      if (next === undefined || count < next.count || (count === next.count && lastTurn < next.lastTurn)) {
        next = { group, count, lastTurn };
      }
    }
    return next?.group;
  };

  const leaveQueue = (group: string, one: Waiting): void => {
    const waiting = groups.get(group);
    waiting?.delete(one);
    if (waiting?.size === 0) groups.delete(group);
    forget(group);
  };

  const forget = (group: string): void => {
    if (!groups.has(group) && !busy.has(group)) turns.delete(group);
  };

  const fill = (): void => {
    while (running < slots) {
      const group = findNext();
      const waiting = group === undefined ? undefined : groups.get(group);
      const [first] = waiting ?? [];
      if (group === undefined || waiting === undefined || first === undefined) return;
      running += 1;
      busy.set(group, (busy.get(group) ?? 0) + 1);
      turn += 1;
      turns.set(group, turn);
      leaveQueue(group, first);
      first.begin();
    }
  };

  const wait = async (group: string, signal: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      const onAbort = (): void => {
        leaveQueue(group, one);
        reject(signal?.reason instanceof Error ? signal.reason : new Error('aborted'));
      };
      const one: Waiting = {
        begin: () => {
          signal?.removeEventListener('abort', onAbort);
          resolve();
        },
      };
      signal?.throwIfAborted();
      signal?.addEventListener('abort', onAbort, { once: true });
      groups.set(group, (groups.get(group) ?? new Set()).add(one));
      fill();
    });

  return async (group, work, signal) => {
    await wait(group, signal);
    try {
      return await work();
    } finally {
      running -= 1;
      const count = (busy.get(group) ?? 1) - 1;
      if (count === 0) busy.delete(group);
      else busy.set(group, count);
      forget(group);
      fill();
    }
  };
}

/** The maximum that one group may have of this many slots, so that others always find some free. */
export function shareOf(slots: number): number {
  return Math.max(1, Math.floor(slots * 0.75));
}
