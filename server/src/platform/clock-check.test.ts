import { pino } from 'pino';
import { expect, it } from 'vitest';
import { eventually } from '../../test/client.ts';
import { startMovableClock } from '../../test/movable-clock.ts';
import { createClockCheck } from './clock-check.ts';
import { createPostgresWatch } from './postgres-watch.ts';

const postgresUrl = process.env['TEST_DATABASE_URL'];

function check() {
  const lines: string[] = [];
  const add = (...words: unknown[]): void => void lines.push(String(words.at(-1)));
  const compare = createClockCheck({ warn: add, info: add } as Parameters<typeof createClockCheck>[0]);
  /** The lines that a difference causes. */
  return (aheadMs: number, tookMs = 0): string[] => {
    const askedAt = 1_000_000_000;
    compare({ databaseMs: askedAt - aheadMs, askedAt, answeredAt: askedAt + tookMs });
    return lines.splice(0);
  };
}

it('reports once that a clock differs from the database’s, and once that it agrees again', () => {
  const at = check();
  expect([at(0), at(4_000), at(-4_000)]).toEqual([[], [], []]);
  expect(at(300_000)).toEqual([expect.stringMatching(/clock is 300 s ahead of the database.*NTP/)]);
  expect([at(300_000), at(4_000)]).toEqual([[], []]);
  expect(at(100)).toEqual([expect.stringMatching(/agree again/)]);
  expect(at(-60_000)).toEqual([expect.stringMatching(/clock is 60 s behind the database/)]);
});

it('does not take a slow answer for a difference, or for an agreement', () => {
  const at = check();
  expect(at(-4_000, 4_900)).toEqual([]);
  expect(at(-9_000, 4_900)).toEqual([]);
  expect(at(-60_000, 4_900)).toEqual([expect.stringMatching(/55 s behind/)]);
  expect(at(-4_000, 4_900)).toEqual([]);
});

it.runIf(postgresUrl)('is done by the watch of a Postgres server', async () => {
  const lines: string[] = [];
  const clock = startMovableClock();
  clock.forward(60_000);
  const watch = createPostgresWatch(postgresUrl ?? '');
  try {
    watch.start(pino({ level: 'info' }, { write: (line) => void lines.push(line) }));
    await eventually(async () => lines[0]);
  } finally {
    clock.restore();
    await watch.stop();
  }
  expect(lines).toEqual([expect.stringMatching(/clock is (59|60) s ahead/)]);
});
