import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestDatabase } from '../../../../test/open-test-database.ts';
import { createId } from '../../../platform/ids.ts';
import { type Database } from '../../../platform/database.ts';
import { LeaseLost } from '../../../platform/leases/lease.ts';
import { addErasedIds, deleteErasure, type Erasure, holdErasure, insertErasure, takeErasure } from './erasures.sql.ts';

let database: Database;
let close: () => Promise<void>;
const workspaceId = createId('ws');
beforeAll(async () => {
  ({ database, remove: close } = await openTestDatabase());
  await database.sql`INSERT INTO workspaces (id, name) VALUES (${workspaceId}, 'erasures')`;
});
afterAll(async () => close());

const traits = { userIds: [], emails: ['ada@example.com'], visitorIds: [], emailsOfUsers: true };
let stalled: Erasure;
let current: Erasure;
beforeEach(async () => {
  const { sql } = database;
  await sql`DELETE FROM visitor_erasures`;
  stalled = await database.transaction(async (tx) =>
    insertErasure(tx, { id: createId('ers'), workspace_id: workspaceId, traits }),
  );
  if ((await takeErasure(sql)) !== undefined) throw new Error('the erasure was not held');
  await sql`UPDATE visitor_erasures SET due_at = now() - interval '1 second'`;
  const taken = await takeErasure(sql);
  if (taken === undefined) throw new Error('the erasure was not due');
  current = taken;
});

test('an erasure that another process has taken over can’t be changed or ended by the first one', async () => {
  const { sql } = database;
  for (const write of [holdErasure, deleteErasure]) await expect(write(sql, stalled)).rejects.toThrow(LeaseLost);
  await expect(addErasedIds(sql, stalled, ['cnv_late'])).rejects.toThrow(LeaseLost);
  expect(await sql`SELECT ids FROM visitor_erasures`).toEqual([{ ids: [] }]);
});

test('an erasure is changed and ended by the process that has it', async () => {
  const { sql } = database;
  await holdErasure(sql, current);
  await addErasedIds(sql, current, ['cnv_a']);
  await addErasedIds(sql, current, ['cnv_a']);
  expect(await sql`SELECT ids FROM visitor_erasures`).toEqual([{ ids: ['cnv_a'] }]);
  await deleteErasure(sql, current);
  expect(await sql`SELECT 1 FROM visitor_erasures`).toHaveLength(0);
});
