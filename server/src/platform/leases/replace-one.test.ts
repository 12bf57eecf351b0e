import { pino } from 'pino';
import { expect, it } from 'vitest';
import { eventually } from '../../../test/client.ts';
import { LeasedWorker } from './leased-worker.ts';
import { replaceOne } from './replace-one.ts';

it('replaces the last row of the group that has most, and no other one until it has stopped', async () => {
  const slots = { slots: 4, share: 3 };
  const row = (id: string, group: string) => ({ id, group, lease_token: 1, broken_off: 0 });
  const due = [row('a', 'noisy'), row('b', 'noisy'), row('c', 'noisy'), row('d', 'other')];
  const waiting = [row('e', 'quiet'), row('f', 'calm')];
  const started: string[] = [];
  const aborted: string[] = [];
  const released: string[] = [];
  let checks = 0;
  const mayStop = Promise.withResolvers<undefined>();
  const groupOf = ({ group }: { group: string }): string => group;
  const worker = new LeasedWorker<(typeof due)[number]>(
    {
      name: 'row',
      log: pino({ level: 'silent' }),
      ...slots,
      groupOf,
      claim: async ({ limit }) => due.splice(0, limit),
      replace: async (running) => replaceOne(running, { ...slots, groupOf }, async () => waiting.splice(0, 1)),
      renew: async (leases) => {
        checks += 1;
        return leases;
      },
      release: async ({ id }) => void released.push(id),
      releaseAll: async () => undefined,
      run: async ({ id }, { signal }) => {
        started.push(id);
        await new Promise((resolve) => {
          signal.addEventListener('abort', resolve);
        });
        aborted.push(id);
        await mayStop.promise;
        throw signal.reason;
      },
      fail: async () => undefined,
    },
    { lookMs: 5, maxLookMs: 5, checkMs: 5, graceMs: 20 },
  );
  worker.start({ isAlone: false });
  try {
    await eventually(async () => (aborted.length > 0 ? true : undefined));
    const before = checks;
    await eventually(async () => (checks >= before + 5 ? true : undefined));
    expect([started, aborted]).toEqual([['a', 'b', 'c', 'd', 'e'], ['c']]);
    mayStop.resolve(undefined);
    await eventually(async () => (released.length === 2 ? true : undefined));
    expect([started.at(-1), released]).toEqual(['f', ['c', 'b']]);
  } finally {
    mayStop.resolve(undefined);
    await worker.stop();
  }
});

it('lets one row after the other give way if they end by themselves, so that each continues', async () => {
  const slots = { slots: 4, share: 3 };
  const row = (id: string, group: string) => ({ id, group, lease_token: 1, broken_off: 0 });
  const due = [row('a', 'noisy'), row('b', 'noisy'), row('c', 'noisy'), row('d', 'other')];
  const waiting: typeof due = [];
  const replaced: string[] = [];
  const groupOf = ({ group }: { group: string }): string => group;
  const claim = async () => waiting.splice(0, 1);
  const worker = new LeasedWorker<(typeof due)[number]>(
    {
      name: 'row',
      log: pino({ level: 'silent' }),
      ...slots,
      groupOf,
      claim: async ({ limit, running }) => {
        const taken = due.filter(({ id }) => !running.includes(id)).slice(0, limit);
        for (const one of taken) due.splice(due.indexOf(one), 1);
        return taken;
      },
      replace: async (running, ending) => replaceOne(running, { ...slots, groupOf, ending }, claim),
      renew: async (leases) => leases,
      release: async () => undefined,
      releaseAll: async () => undefined,
      run: async (claimed, { signal, onReplaced }) => {
        if (claimed.group === 'quiet') return undefined;
        const { promise, resolve } = Promise.withResolvers<undefined>();
        onReplaced(() => {
          replaced.push(claimed.id);
          due.push(claimed);
          resolve(undefined);
        });
        signal.addEventListener('abort', () => resolve(undefined));
        return promise;
      },
      fail: async () => undefined,
    },
    { lookMs: 5, maxLookMs: 5, checkMs: 5, graceMs: 20 },
  );
  worker.start({ isAlone: false });
  try {
    for (const count of [1, 2, 3, 4]) {
      await eventually(async () => (due.length === 0 ? true : undefined));
      waiting.push(row(`quiet ${count}`, 'quiet'));
      await eventually(async () => (replaced.length === count ? true : undefined));
    }
    expect(replaced).toEqual(['a', 'b', 'c', 'a']);
  } finally {
    await worker.stop();
  }
});
