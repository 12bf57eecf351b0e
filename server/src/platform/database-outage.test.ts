import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase } from '../../test/open-test-database.ts';
import type { Database } from './database.ts';
import { isOutage } from './is-outage.ts';
import { retryOutages } from './retry-outages.ts';

let database: Database;
let remove: () => Promise<void>;
beforeAll(async () => {
  ({ database, remove } = await openTestDatabase());
  await database.sql`CREATE TABLE notes (text text)`;
});
afterAll(async () => remove());

/** Ends all other connections to this database, like a restart of Postgres. */
async function cutConnections(): Promise<void> {
  await database.raw`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()`.catch((error: unknown) => {
    if (!isOutage(error)) throw error;
  });
}

// The embedded database has no connection that could be cut. Without its patch (patches/postgres+3.4.9.patch),
// postgres.js 3.4.9 ends the process when it writes for a transaction whose connection is lost, and sends pending data
// before the startup message of the next connection, which then never opens.
describe.runIf(process.env['TEST_DATABASE_URL'] !== undefined)('a connection that is lost', () => {
  test('fails its transaction and nothing else; the pool opens another', async () => {
    for (let round = 0; round < 10; round += 1) {
      const work = Promise.allSettled(
        Array.from({ length: 30 }, async (_, place) =>
          database.transaction(async (tx) => {
            await tx`INSERT INTO notes VALUES ('before')`;
            await sleep(place % 10);
            await tx`INSERT INTO notes VALUES ('after')`;
          }),
        ),
      );
      await sleep(round);
      await cutConnections();
      for (const outcome of await work) {
        if (outcome.status === 'rejected') expect(isOutage(outcome.reason)).toBe(true);
      }
      const answers = await Promise.all(
        Array.from({ length: 40 }, async () => retryOutages(async () => database.sql`SELECT 1 AS one`)),
      );
      expect(answers.flat()).toEqual(Array.from({ length: 40 }, () => ({ one: 1 })));
    }
    const [count] = await database.sql<{ before: number; after: number }[]>`
      SELECT count(*) FILTER (WHERE text = 'before')::int AS before, count(*) FILTER (WHERE text = 'after')::int AS after
      FROM notes`;
    expect(count?.after).toBe(count?.before);
  });

  test('accepts nothing more for its transaction, even if a failure is ignored', async () => {
    const work = database.transaction(async (tx) => {
      await tx`SELECT 1`;
      await cutConnections();
      await tx`INSERT INTO notes VALUES ('swallowed')`.catch(() => undefined);
      // By now the pool has replaced the connection.
      await sleep(100);
      await tx`INSERT INTO notes VALUES ('stray')`.catch(() => undefined);
    });
    await expect(work).rejects.toSatisfy(isOutage);
    await sleep(200);
    expect(await retryOutages(async () => database.sql`SELECT text FROM notes WHERE text = 'stray'`)).toEqual([]);
  });
});
