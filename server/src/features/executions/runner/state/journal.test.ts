import { expect, test } from 'vitest';
import { Journal } from './journal.ts';
import type { ProgressBatch } from './records.ts';

test('what happened before a run is suspended is written with its status, even after a slow write', async () => {
  const written: ProgressBatch[] = [];
  const slow = Promise.withResolvers<void>();
  let isIdle = false;
  const write = async (batch: ProgressBatch) => {
    written.push(batch);
    await slow.promise;
    return true;
  };
  const journal = new Journal(
    write,
    () => undefined,
    () => isIdle,
  );
  journal.event('node:started', {});
  const first = journal.flush();
  await expect.poll(() => written.length).toBe(1);
  journal.event('execution:waiting', {});
  const second = journal.flush();
  isIdle = true;
  slow.resolve();
  await Promise.all([first, second]);
  await journal.close({ kind: 'park', status: 'waiting', wakeAt: '2026-01-01T00:00:00.000Z' });
  expect(written.map(({ events, change }) => [change.kind, events.map(({ event }) => event)])).toEqual([
    ['keep', ['node:started']],
    ['park', ['execution:waiting']],
  ]);
});
