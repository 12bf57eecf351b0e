import { describe, expect, it } from 'vitest';
import { createBatcher } from './batcher.ts';

/** Work that the test completes; `batches` are the items of each. */
function byHand() {
  const batches: number[][] = [];
  const ends: (() => void)[] = [];
  const work = async (items: readonly number[]): Promise<number[]> => {
    batches.push([...items]);
    await new Promise<void>((resolve) => {
      ends.push(resolve);
    });
    return items.map((item) => item * 10);
  };
  const turn = async () =>
    new Promise((resolve) => {
      setImmediate(() => setImmediate(resolve));
    });
  const end = async () => {
    ends.shift()?.();
    await turn();
  };
  return { batches, work, turn, end };
}

describe('createBatcher', () => {
  it('processes items together that arrive while a batch runs, up to maxItems', async () => {
    const { batches, work, turn, end } = byHand();
    const add = createBatcher(work, { maxConcurrent: 1, maxItems: 3 });
    const first = add(1);
    await turn();
    const others = [2, 3, 4, 5].map(async (item) => add(item));
    await turn();
    expect(batches).toEqual([[1]]);
    await end();
    expect(await first).toBe(10);
    expect(batches).toEqual([[1], [2, 3, 4]]);
    await end();
    await end();
    expect(await Promise.all(others)).toEqual([20, 30, 40, 50]);
    expect(batches).toEqual([[1], [2, 3, 4], [5]]);
  });

  it('runs as many batches at a time as maxConcurrent', async () => {
    const { batches, work, turn, end } = byHand();
    const add = createBatcher(work, { maxConcurrent: 2, maxItems: 10 });
    const all = [add(1)];
    await turn();
    all.push(add(2));
    await turn();
    all.push(add(3));
    await turn();
    expect(batches).toEqual([[1], [2]]);
    await end();
    await end();
    await end();
    expect(await Promise.all(all)).toEqual([10, 20, 30]);
  });

  it('bounds the size of a batch with several items, and lets groups take turns', async () => {
    const { batches, work, turn, end } = byHand();
    const add = createBatcher(work, {
      maxConcurrent: 1,
      maxItems: 10,
      maxSize: 100,
      sizeOf: (item) => item,
      groupOf: (item) => (item % 2 === 1 ? 'odd' : 'even'),
    });
    const all = [301, 51, 53, 55, 20, 24].map(async (item) => add(item));
    await turn();
    for (let round = 0; round < 6; round += 1) await end();
    expect(batches).toEqual([[301], [20, 51, 24], [53], [55]]);
    expect(await Promise.all(all)).toEqual([3010, 510, 530, 550, 200, 240]);
  });

  it('fails only the faulty item', async () => {
    const batches: number[][] = [];
    const add = createBatcher(
      async (items: readonly number[]) => {
        batches.push([...items]);
        if (items.includes(2)) throw new Error('two');
        return items;
      },
      { maxConcurrent: 1, maxItems: 10 },
    );
    const all = await Promise.allSettled([add(1), add(2), add(3)]);
    expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(batches).toEqual([[1, 2, 3], [1], [2], [3]]);
  });

  it('rejects all items together during an outage', async () => {
    let batches = 0;
    const add = createBatcher(
      async () => {
        batches += 1;
        throw new Error('away');
      },
      { maxConcurrent: 1, maxItems: 10, isOutage: () => true },
    );
    const all = await Promise.allSettled([add(1), add(2)]);
    expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(batches).toBe(1);
  });
});
