import { expect, test } from 'vitest';
import { emptyRecord } from '../node/empty-record.ts';
import { maxBatchLength } from './divide-batch.ts';
import { Journal } from './journal.ts';
import type { ProgressBatch } from './records.ts';
import { UnstorableRun } from './unstorable-run.ts';

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
  await journal.close({ kind: 'suspend', status: 'waiting', wakeAt: '2026-01-01T00:00:00.000Z' });
  expect(written.map(({ events, change }) => [change.kind, events.map(({ event }) => event)])).toEqual([
    ['keep', ['node:started']],
    ['suspend', ['execution:waiting']],
  ]);
});

/** Records the start and the end of a node with outputs of that length. */
function complete(journal: Journal, path: string, length: number): void {
  const record = emptyRecord(path, 'template', 'running');
  journal.run(record);
  journal.event('node:started', { node_id: path });
  journal.run({ ...record, status: 'completed', outputs: JSON.stringify('x'.repeat(length)) });
  journal.event('node:completed', { node_id: path });
}

test('large records are written in several statements, each node’s result with its last event', async () => {
  const written: ProgressBatch[] = [];
  const journal = new Journal(
    async (batch) => written.push(batch) > 0,
    () => undefined,
  );
  const paths = ['a', 'b', 'c', 'd', 'e'];
  for (const path of paths) journal.event('node:started', { node_id: path });
  for (const path of paths) complete(journal, path, maxBatchLength * 0.6);
  await journal.close({ kind: 'end', status: 'completed', outputs: '{}', error: null });
  expect(written.map(({ change }) => change.kind)).toEqual(['keep', 'keep', 'keep', 'keep', 'end']);
  expect(written.flatMap(({ events }) => events)).toHaveLength(15);
  const done = new Set<string>();
  const order = new Set<string>();
  for (const { runs, events } of written) {
    for (const { path, status } of runs) {
      order.add(path);
      if (status === 'completed') done.add(path);
    }
    const completed = events.filter(({ event }) => event === 'node:completed');
    for (const { text } of completed) expect(done).toContain(JSON.parse(text).node_id);
    expect(runs.filter(({ status }) => status === 'completed')).toHaveLength(completed.length);
  }
  expect([...order]).toEqual(paths);
});

test('many small records are written in several statements, and nodes wait until few are left', async () => {
  const written: ProgressBatch[] = [];
  const journal = new Journal(
    async (batch) => written.push(batch) > 0,
    () => undefined,
  );
  for (let index = 0; index < 5_000; index += 1) complete(journal, `each[${index}].x`, 1);
  await journal.ready();
  expect(written.length).toBeGreaterThan(10);
  expect(Math.max(...written.map(({ runs, events }) => runs.length + events.length))).toBeLessThan(1_100);
  const ended = written.flatMap(({ runs }) => runs.filter(({ status }) => status === 'completed'));
  expect(new Set(ended.map(({ path }) => path)).size).toBe(5_000);
});

test('a record that the database refuses is named, and the others are written', async () => {
  const written: string[] = [];
  const lost: unknown[] = [];
  const write = async ({ runs }: ProgressBatch) => {
    if (runs.some(({ path }) => path === 'each[1].bad')) throw Object.assign(new Error('too deep'), { code: '54001' });
    for (const { path } of runs) written.push(path);
    return true;
  };
  const journal = new Journal(write, (error) => lost.push(error));
  for (const path of ['good', 'each[1].bad', 'later']) complete(journal, path, 1);
  const error: unknown = await journal.flush().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UnstorableRun);
  expect(error).toMatchObject({ path: 'each[1].bad', message: 'too deep' });
  expect(lost).toEqual([error]);
  expect(written).toContain('good');
});
