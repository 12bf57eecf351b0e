import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePersona, startTask, waitFor } from '../../../../test/persona-tasks.ts';
import { type ServerUnderTest, startServer } from '../../../../test/start-server.ts';
import { claimTasks, forgetFailures, releaseTask } from './tasks.claims.sql.ts';

let server: ServerUnderTest;

beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server.close());

test('crashes and failures count until there is progress; releases don’t count', async () => {
  const { sql } = server.platform.database;
  const persona = await makePersona(server, { autonomyLevel: 'approve_all' });
  const { id } = await startTask(server, persona.id);
  await waitFor(server, id, 'awaiting_approval');
  // Due only inside one transaction, so that the worker doesn't claim it.
  const claim = async () =>
    server.platform.database.transaction(async (tx) => {
      await tx`UPDATE persona_instances SET due_at = now() WHERE id = ${id}`;
      const capacity = { limit: 1, share: 1, busy: new Map<string, number>(), running: [], suspects: true };
      const [held] = await claimTasks(tx, capacity);
      if (held === undefined) throw new Error('the task was not due');
      return held;
    });
  for (let round = 0; round < 8; round += 1) {
    const held = await claim();
    expect(held.failures).toBe(0);
    await server.platform.database.transaction(async (tx) => {
      await releaseTask(tx, held);
      await tx`UPDATE persona_instances SET due_at = NULL WHERE id = ${id}`;
    });
  }
  // An outage of a store is followed by a pause, but is not the task's failure.
  await releaseTask(sql, await claim(), 60_000, false);
  expect((await claim()).failures).toBe(0);
  const afterCrash = await claim();
  expect(afterCrash.failures).toBe(1);
  await releaseTask(sql, afterCrash, 60_000);
  const afterFailure = await claim();
  expect(afterFailure.failures).toBe(2);
  await forgetFailures(sql, afterFailure);
  await releaseTask(sql, afterFailure, 60_000);
  expect((await claim()).failures).toBe(1);
});
