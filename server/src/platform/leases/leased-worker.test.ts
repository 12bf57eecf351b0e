import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../test/client.ts';
import { StoreUnavailable } from '../errors.ts';
import { type Lease, LeaseLost } from './lease.ts';
import { LeasedWorker } from './leased-worker.ts';
import type { ClaimCapacity, LeasePorts, Turn } from './ports.ts';

interface Row extends Lease {
  readonly group: string;
}

const timings = { lookMs: 5, maxLookMs: 5, checkMs: 5, graceMs: 20 };
const started: LeasedWorker<Row>[] = [];
afterEach(async () => {
  for (const worker of started.splice(0)) await worker.stop();
});

/** A worker over rows in memory, and a record of its actions. */
function createWorker(run: LeasePorts<Row>['run'], more: Partial<LeasePorts<Row>> = {}, times = timings) {
  const due: Row[] = [];
  const done: string[] = [];
  const held = new Set<string>();
  const capacities: ClaimCapacity[] = [];
  const worker = new LeasedWorker<Row>(
    {
      name: 'row',
      log: pino({ level: 'silent' }),
      slots: 4,
      share: 3,
      groupOf: ({ group }) => group,
      claim: async (capacity) => {
        capacities.push(capacity);
        const isSuspect = (row: Row) => row.broken_off === 2;
        const mayTake = due.filter((row) => !isSuspect(row) || (capacity.suspects && row === due.find(isSuspect)));
        const taken = mayTake.slice(0, capacity.limit);
        for (const row of taken) {
          due.splice(due.indexOf(row), 1);
          held.add(row.id);
        }
        return taken;
      },
      renew: async (leases) => leases.filter(({ id }) => held.has(id)),
      release: async ({ id }, { afterMs }) => void done.push(`${id} released ${afterMs}`),
      releaseAll: async () => void done.push('all released'),
      run,
      fail: async ({ id }, reason) => void done.push(`${id} failed ${reason}`),
      ...more,
    },
    times,
  );
  started.push(worker);
  worker.start({ isAlone: true });
  return { worker, due, done, held, capacities };
}

const row = (id: string, broken_off = 0, group = 'g'): Row => ({ id, group, lease_token: 1, broken_off });
const untilAborted = async ({ signal }: Turn): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });

/** Also for rows that no claim of the test has taken. */
const keepsAll: Pick<LeasePorts<Row>, 'renew'> = { renew: async (leases) => leases };

describe('a leased worker', () => {
  it('fails a row after three crashes, and runs suspects one after the other', async () => {
    const running: string[] = [];
    const { due, done } = createWorker(async ({ id }, turn) => {
      running.push(id);
      return untilAborted(turn);
    });
    due.push(row('suspect1', 2), row('dead', 3), row('fine', 1), row('suspect2', 2));
    await eventually(async () => (running.includes('fine') ? true : undefined));
    await sleep(30);
    expect(running).toEqual(['suspect1', 'fine']);
    expect(done).toEqual(['all released', 'dead failed interrupted']);
  });

  it('releases a row immediately after an outage, later after a fault, and fails rows that can’t be stored', async () => {
    const errors: Record<string, Error> = {
      outage: Object.assign(new Error('restarting'), { code: '57P01' }),
      fault: new Error('a bug'),
      unstorable: Object.assign(new Error('NUL'), { code: '22021' }),
    };
    const { due, done } = createWorker(async ({ id }) => Promise.reject(errors[id] ?? new LeaseLost()));
    due.push(row('outage'), row('fault'), row('unstorable'));
    await eventually(async () => (done.length === 4 ? true : undefined));
    expect(done.toSorted()).toEqual([
      'all released',
      'fault released 60000',
      'outage released 0',
      'unstorable failed unstorable',
    ]);
  });

  it('pauses longer after each outage of a row, and begins again once it has run', async () => {
    let isOut = true;
    const released: string[] = [];
    const outage = new StoreUnavailable('The file storage is unavailable.', undefined);
    const run = async ({ id }: Row) => (isOut && id === 'out' ? Promise.reject(outage) : undefined);
    const release: LeasePorts<Row>['release'] = async ({ id }, { afterMs, isFault }) =>
      void released.push(`${id} ${afterMs} ${isFault}`);
    const { due } = createWorker(run, { release });
    const attempt = async (): Promise<void> => {
      const count = released.length;
      due.push(row('out'), row('other'));
      await eventually(async () => (released.length > count ? true : undefined));
    };
    for (let times = 0; times < 8; times += 1) await attempt();
    expect(released).toEqual([0, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000].map((ms) => `out ${ms} false`));
    isOut = false;
    due.push(row('out'));
    await eventually(async () => (due.length === 0 ? true : undefined));
    await sleep(20);
    isOut = true;
    await attempt();
    expect(released.at(-1)).toBe('out 0 false');
  });

  it('looks at a row as soon as its pause is over, and begins again with the pauses after a fault', async () => {
    const outage = new StoreUnavailable('The file storage is unavailable.', undefined);
    const errors = [outage, outage, new Error('a bug'), outage];
    const released: number[] = [];
    const seldom = { ...timings, lookMs: 60_000, maxLookMs: 60_000 };
    const { worker, due } = createWorker(
      async () => Promise.reject(errors[released.length] ?? new LeaseLost()),
      {
        release: async (one, { afterMs }) => {
          released.push(afterMs);
          setTimeout(() => due.push(one), afterMs === 60_000 ? 0 : afterMs);
        },
      },
      seldom,
    );
    due.push(row('a'));
    await eventually(async () => (released.length === 3 ? true : undefined));
    await sleep(20);
    worker.wake();
    await eventually(async () => (released.length >= 4 ? true : undefined));
    expect(released.slice(0, 4)).toEqual([0, 500, 60_000, 0]);
  });

  it('logs once why rows wait for a store that is unavailable', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });
    const refused = new StoreUnavailable('The file storage is unavailable.', new Error('AccessDenied'));
    const { due, done } = createWorker(async () => Promise.reject(refused), { log });
    due.push(row('one'), row('two'), row('three'));
    await eventually(async () => (done.length === 4 ? true : undefined));
    expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
      { level: 50, msg: 'row: work waits for a store that is unavailable', err: { message: 'AccessDenied' } },
    ]);
  });

  it('stops work on rows that it has lost, and releases running rows when it stops', async () => {
    const reasons: string[] = [];
    const { worker, due, done, held } = createWorker(async ({ id }, turn) =>
      untilAborted(turn).catch((error: unknown) => {
        reasons.push(`${id} ${(error as LeaseLost).reason}`);
        throw error;
      }),
    );
    due.push(row('lost'), row('kept'));
    await eventually(async () => (held.size === 2 ? true : undefined));
    held.delete('lost');
    await eventually(async () => (reasons.length === 1 ? true : undefined));
    await worker.stop();
    expect(reasons).toEqual(['lost taken', 'kept handed-back']);
    expect(done).toEqual(['all released', 'lost released 0', 'kept released 0']);
    expect(worker.hasCapacity('g')).toBe(false);
  });

  it('polls less often while there is nothing to do, and as before after a wake-up', async () => {
    vi.useFakeTimers();
    try {
      const times = { lookMs: 500, maxLookMs: 2_000, checkMs: 1_000, graceMs: 20 };
      const { worker, capacities } = createWorker(async () => undefined, {}, times);
      const pollsIn = async (ms: number): Promise<number> => {
        const before = capacities.length;
        await vi.advanceTimersByTimeAsync(ms);
        return capacities.length - before;
      };
      await pollsIn(10_000);
      expect(await pollsIn(10_000)).toBe(5);
      worker.wake();
      await pollsIn(2_000);
      // The pauses are 500, 1,000 and 2,000 ms again.
      expect(await pollsIn(3_500)).toBe(3);
    } finally {
      vi.useRealTimers();
    }
  });

  it('leaves capacity for other groups: none reserves more than its share', async () => {
    const { worker, capacities } = createWorker(async (_row, turn) => untilAborted(turn), keepsAll);
    await eventually(async () => (worker.hasCapacity('noisy') ? true : undefined));
    // As when many requests arrive together, none of which has stored its row.
    const reserved = ['a', 'b', 'c', 'd', 'e'].map(() => worker.reserve('noisy'));
    expect(reserved.map((slot) => slot !== undefined)).toEqual([true, true, true, false, false]);
    expect(worker.hasCapacity('noisy')).toBe(false);
    expect(worker.hasCapacity('quiet')).toBe(true);
    for (const [index, slot] of reserved.entries()) slot?.begin(row(`${index}`, 0, 'noisy'));
    expect(worker.hasCapacity('noisy')).toBe(false);
    worker.wake();
    await eventually(async () => (capacities.at(-1)?.busy.get('noisy') === 3 ? true : undefined));
    expect(capacities.at(-1)).toMatchObject({ limit: 1, share: 3 });
  });

  it('has the capacity again once a reserved slot is released, however often, and looks for rows', async () => {
    const running: string[] = [];
    const slow = { ...timings, lookMs: 600_000, maxLookMs: 600_000 };
    const run = async ({ id }: Row, turn: Turn) => {
      running.push(id);
      return untilAborted(turn);
    };
    const { worker, due, capacities } = createWorker(run, keepsAll, slow);
    await eventually(async () => (capacities.length > 0 && worker.hasCapacity('g') ? true : undefined));
    const slots = [worker.reserve('g'), worker.reserve('g'), worker.reserve('g')];
    due.push(row('due'));
    slots[0]?.release();
    slots[0]?.release();
    await eventually(async () => (running.length > 0 ? true : undefined));
    expect(worker.hasCapacity('g')).toBe(false);
    // A slot that was released starts nothing.
    slots[0]?.begin(row('late'));
    expect(running).toEqual(['due']);
  });

  it('hands back rows whose slots were reserved while they were being claimed', async () => {
    const claiming = Promise.withResolvers<void>();
    const running: string[] = [];
    const more = {
      ...keepsAll,
      claim: async ({ limit }: ClaimCapacity) => {
        await claiming.promise;
        return running.length > 0 ? [] : [row('a', 0, 'x'), row('b', 0, 'x'), row('c', 0, 'y')].slice(0, limit);
      },
    };
    const { worker, done } = createWorker(async ({ id }, turn) => {
      running.push(id);
      return untilAborted(turn);
    }, more);
    await eventually(async () => (worker.hasCapacity('x') ? true : undefined));
    const slots = [worker.reserve('x'), worker.reserve('x')];
    claiming.resolve();
    await eventually(async () => (done.length === 2 ? true : undefined));
    expect(slots.every((slot) => slot !== undefined)).toBe(true);
    expect(running).toEqual(['a', 'c']);
    expect(done).toEqual(['all released', 'b released 0']);
  });

  it('leaves slots that become free to due rows, if most slots are taken', async () => {
    let claiming: PromiseWithResolvers<readonly Row[]> | undefined;
    let claims = 0;
    const claim = async (): Promise<readonly Row[]> => {
      claims += 1;
      return claiming?.promise ?? [];
    };
    const { worker } = createWorker(async (_row, turn) => untilAborted(turn), { ...keepsAll, claim });
    await eventually(async () => (worker.hasCapacity('noisy') ? true : undefined));
    for (const id of ['a', 'b', 'c']) worker.reserve('noisy')?.begin(row(id, 0, 'noisy'));
    expect(worker.hasCapacity('other')).toBe(true);
    claiming = Promise.withResolvers();
    const before = claims;
    worker.wake();
    await eventually(async () => (claims > before ? true : undefined));
    expect(worker.reserve('other')).toBeUndefined();
    const waiting = claiming;
    claiming = undefined;
    waiting.resolve([]);
    await eventually(async () => (worker.hasCapacity('other') ? true : undefined));
  });
});
