import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { pino } from 'pino';
import { openTestDatabase } from '../../../test/open-test-database.ts';
import { type Database, type Transaction } from '../database.ts';
import { commitStored } from './index.ts';

let database: Database;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ database, remove: close } = await openTestDatabase());
  await database.sql`CREATE TABLE named (key text UNIQUE DEFERRABLE INITIALLY DEFERRED, place int UNIQUE)`;
});
afterAll(async () => close());

const kept = new Set<string>();
const remove = vi.fn(async (key: string) => void kept.delete(key));
beforeEach(() => {
  kept.clear();
  remove.mockClear();
});

const keep = (key: string) => async (): Promise<string> => {
  kept.add(key);
  return key;
};
const log = pino({ level: 'silent' });
const commit = async (keys: readonly string[], work: (tx: Transaction) => Promise<unknown>, over = database) =>
  commitStored({ database: over, storage: { remove }, log }, keys.map(keep), async (tx, stored) => {
    for (const key of stored) await tx`INSERT INTO named (key) VALUES (${key})`;
    return work(tx);
  });
const findKeys = async () => (await database.sql<{ key: string }[]>`SELECT key FROM named`).map(({ key }) => key);

test('bytes whose rows were committed are kept', async () => {
  expect(await commit(['a', 'b'], async () => 'done')).toBe('done');
  expect([...kept]).toEqual(['a', 'b']);
});

test('bytes are removed if the work fails, for any reason', async () => {
  await expect(commit(['c', 'd'], async () => Promise.reject(new Error('a bug')))).rejects.toThrow('a bug');
  expect([...kept]).toEqual([]);
  await database.sql`INSERT INTO named (key, place) VALUES ('e', 1)`;
  const failing = commit(['f'], async (tx) => tx`INSERT INTO named (place) VALUES (1)`);
  await expect(failing).rejects.toMatchObject({ code: '23505' });
  expect([...kept]).toEqual([]);
});

test('bytes are removed if the database refuses the commit', async () => {
  await database.sql`INSERT INTO named (key) VALUES ('g')`;
  await expect(commit(['g'], async () => undefined)).rejects.toMatchObject({ code: '23505' });
  expect([...kept]).toEqual([]);
});

test.each([
  ['the connection is lost', { code: 'CONNECTION_CLOSED' }],
  ['the socket breaks', { code: 'EPIPE' }],
  ['the server stops', { name: 'PostgresError', severity: 'FATAL', code: '57P01' }],
  ['the server does not know', { name: 'PostgresError', severity: 'ERROR', code: '40003' }],
])('bytes are kept if the commit may have been made, but %s', async (what, fault) => {
  const lossy: Database = {
    ...database,
    transaction: async (work) => {
      await database.transaction(work);
      throw Object.assign(new Error(what), fault);
    },
  };
  await expect(commit([what], async () => undefined, lossy)).rejects.toThrow(what);
  expect(await findKeys()).toContain(what);
  expect([...kept]).toEqual([what]);
});

test('bytes are removed if others can’t be stored, and nothing is committed', async () => {
  const work = vi.fn(async () => undefined);
  const late = Promise.withResolvers<undefined>();
  const stores = [
    keep('h'),
    async () => Promise.reject(new Error('no space')),
    async () => {
      await late.promise;
      return keep('i')();
    },
  ];
  const failing = commitStored({ database, storage: { remove }, log }, stores, work);
  late.resolve(undefined);
  await expect(failing).rejects.toThrow('no space');
  expect(work).not.toHaveBeenCalled();
  expect([...kept]).toEqual([]);
});

test('the reason of a failure is reported, even if the bytes can’t be removed', async () => {
  remove.mockRejectedValueOnce(new Error('no storage'));
  await expect(commit(['j', 'k'], async () => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  expect([...kept]).toEqual(['j']);
});
