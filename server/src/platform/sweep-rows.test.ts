import { pino } from 'pino';
import { expect, test } from 'vitest';
import { StoreUnavailable } from './errors.ts';
import { deleteOldRows, sweepDue } from './sweep-rows.ts';

const all = Array.from({ length: 1_000 }, (_, n) => ({ id: `row_${n}` }));

/** Sweeps a thousand rows, a hundred at a time; returns how many were tried, and the logged lines. */
async function sweep(work: (id: string) => Promise<unknown>): Promise<{ tried: number; lines: object[] }> {
  const lines: object[] = [];
  const log = pino({ base: null }, { write: (line) => void lines.push(JSON.parse(line) as object) });
  let tried = 0;
  const find = async (seen: readonly string[]) => all.filter(({ id }) => !seen.includes(id)).slice(0, 100);
  const workOn = async ({ id }: { id: string }) => {
    tried += 1;
    return work(id);
  };
  await sweepDue({ log, stopping: new AbortController().signal }, find, workOn, 'a row failed').catch(
    (error: unknown) => lines.push({ thrown: error }),
  );
  return { tried, lines };
}

test('a sweep ends at an outage, which the rows behind would have as well', async () => {
  const outage = new StoreUnavailable('The database is unavailable.', undefined);
  const { tried, lines } = await sweep(async () => Promise.reject(outage));
  expect([tried, lines]).toEqual([1, [{ thrown: outage }]]);
});

test('a sweep in which all rows fail logs a hundred of them, and how many there were', async () => {
  const { tried, lines } = await sweep(async () => Promise.reject(new Error('a bug')));
  expect(lines).toHaveLength(101);
  expect(lines.at(-1)).toMatchObject({ failed: tried, msg: 'a row failed' });
});

test('old rows are not tried one by one during an outage', async () => {
  const outage = new StoreUnavailable('The database is unavailable.', undefined);
  const tried: string[] = [];
  const parts = { log: pino({ level: 'silent' }), stopping: new AbortController().signal };
  const deleteRow = async ({ id }: { id: string }): Promise<boolean> => {
    tried.push(id);
    throw outage;
  };
  const deletion = deleteOldRows(parts, async () => all.slice(0, 20), deleteRow, 'a row failed');
  await expect(deletion.next()).rejects.toBe(outage);
  expect(tried).toEqual(['row_0']);
});
