import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, eventually } from '../../../../test/client.ts';
import { countRowsRead } from '../../../../test/count-rows-read.ts';
import { createChat } from '../../../../test/open-chat.ts';
import { type ServerUnderTest, startServer } from '../../../../test/start-server.ts';
import { untilBlocked } from '../../../../test/until-blocked.ts';
import { deleteChatInterface } from '../interface/chat-interfaces.sql.ts';
import { detachVisitors, findDeletedChats } from './detach-visits.sql.ts';
import { detachForAWhile, sweepDeletedChats } from './detach-visits.ts';
import { deleteSessionsOf } from './old-conversations.sql.ts';

const count = 300;
let server: ServerUnderTest;
let agentId: string;
let workspaceId: string;
beforeAll(async () => {
  server = await startServer();
  agentId = (await call(server, 'POST', '/api/v1/agents', { body: { name: 'Guide' } })).body.data.id;
  workspaceId = (await call(server, 'GET', '/api/v1/workspace')).body.data.id;
});
afterAll(async () => server.close());

/** A chat with visitors: of three, the first has a conversation, the second looked around, and the third is idle. */
async function openBusyChat(): Promise<string> {
  const { id } = await createChat(server, { agent_id: agentId });
  const { sql } = server.platform.database;
  await sql`
    INSERT INTO chat_visitors (id, workspace_id, interface_id, visitor_id)
    SELECT 'vis_' || ${id} || n, ${workspaceId}, ${id}, 'visitor-' || n FROM generate_series(0, ${count - 1}) AS n`;
  await sql`
    INSERT INTO threads (id, workspace_id, agent_id, metadata)
    SELECT 'thr_' || ${id} || n, ${workspaceId}, ${agentId}, '{}' FROM generate_series(0, ${count - 1}) AS n WHERE n % 3 < 2`;
  await sql`
    INSERT INTO chat_sessions (id, workspace_id, interface_id, visitor, thread_id, token_hash, metadata, ends_at)
    SELECT 'ses_' || ${id} || n, ${workspaceId}, ${id}, 'vis_' || ${id} || n, 'thr_' || ${id} || n,
      sha256((${id} || n)::bytea), '{}', now()
    FROM generate_series(0, ${count - 1}) AS n WHERE n % 3 < 2`;
  await sql`
    INSERT INTO conversations (id, thread_id, workspace_id, agent_id, interface_id, interface_name, interface_slug, visitor_id)
    SELECT 'cnv_' || ${id} || n, 'thr_' || ${id} || n, ${workspaceId}, ${agentId}, ${id}, 'Desk', 'desk', 'visitor-' || n
    FROM generate_series(0, ${count - 1}) AS n WHERE n % 3 = 0`;
  return id;
}

const countLeft = async (id: string) => {
  const [left] = await server.platform.database.sql`
    SELECT count(*)::int AS sessions, count(interface_id)::int AS attached,
      (SELECT count(*)::int FROM chat_visitors WHERE starts_with(id, 'vis_' || ${id})) AS visitors,
      (SELECT count(interface_id)::int FROM chat_visitors WHERE starts_with(id, 'vis_' || ${id})) AS "attachedVisitors",
      (SELECT count(*)::int FROM threads WHERE starts_with(id, 'thr_' || ${id})) AS threads
    FROM chat_sessions WHERE starts_with(id, 'ses_' || ${id})`;
  return left;
};
const talked = Math.ceil(count / 3);
const done = { sessions: talked, attached: 0, visitors: talked, attachedVisitors: 0, threads: talked };

test('the deletion of a chat changes none of its visits in the same statement', async () => {
  const id = await openBusyChat();
  const { database } = server.platform;
  await database.transaction(async (tx) => {
    const changed = async (): Promise<number> => {
      const [row] = await tx<{ rows: number }[]>`
        SELECT sum(n_tup_upd + n_tup_del)::float8 AS rows FROM pg_stat_xact_user_tables
        WHERE relname IN ('chat_sessions', 'chat_visitors')`;
      return row?.rows ?? 0;
    };
    // What the same connection has changed before may not be counted elsewhere yet.
    const before = await changed();
    await deleteChatInterface(tx, workspaceId, id);
    expect(await changed()).toBe(before);
  });
  await sweepDeletedChats(server.platform, 50);
  // The server's own sweep may take some of them.
  await expect.poll(async () => countLeft(id), { timeout: 60_000 }).toEqual(done);
  expect(await findDeletedChats(database.sql)).not.toContain(id);
}, 300_000);

test('visits of a chat are found after its deletion without reading those of others', async () => {
  const [kept, deleted] = [await openBusyChat(), await openBusyChat()];
  const { database } = server.platform;
  await database.sql`ANALYZE chat_sessions`;
  await database.sql`ANALYZE chat_visitors`;
  let found: string[] = [];
  const read = await countRowsRead(database, 'chat_sessions', async (sql) => {
    await deleteChatInterface(sql, workspaceId, deleted);
    found = await findDeletedChats(sql);
  });
  expect(found).toContain(deleted);
  expect(found).not.toContain(kept);
  expect(read).toBeLessThan(count / 5);
  await sweepDeletedChats(server.platform);
  await expect.poll(async () => countLeft(deleted), { timeout: 60_000 }).toEqual(done);
  const left = await countLeft(kept);
  expect(left).toMatchObject({ attachedVisitors: count, visitors: count });
}, 300_000);

test('the time for it is looked at after a few visits, as each without a conversation is deleted by itself', async () => {
  // Not deleted, so that the server's own sweep leaves it.
  const id = await openBusyChat();
  const before = await countLeft(id);
  expect(await detachForAWhile(server.platform, id, 0)).toBe(false);
  expect(await countLeft(id)).toEqual(before);
  expect(await detachForAWhile(server.platform, id, 1)).toBe(true);
  const left = await countLeft(id);
  expect(left?.['attached']).toBeGreaterThan(count / 2);
  expect(left?.['attached']).toBeLessThan(before?.['attached']);
}, 300_000);

test.skipIf(process.env['TEST_DATABASE_URL'] === undefined)(
  'a visit can be deleted while its visitor is taken from the chat, without a deadlock',
  async () => {
    const { id } = await createChat(server, { agent_id: agentId });
    const { database } = server.platform;
    await database.sql`
      INSERT INTO chat_visitors (id, workspace_id, interface_id, visitor_id)
      SELECT 'vis_' || ${id} || n, ${workspaceId}, ${id}, 'visitor-' || n FROM generate_series(0, 999) AS n`;
    // Three of each visitor, in one thread.
    await database.sql`
      INSERT INTO chat_sessions (id, workspace_id, visitor, thread_id, token_hash, metadata, ends_at, created_at)
      SELECT 'ses_' || ${id} || n, ${workspaceId}, 'vis_' || ${id} || n / 3, 'thr_' || ${id} || n / 3,
        sha256((${id} || n)::bytea), '{}', now(), timestamptz '2026-01-01' + n * interval '1 minute'
      FROM generate_series(0, 2999) AS n`;
    for (const table of ['chat_visitors', 'chat_sessions']) await database.sql`ANALYZE ${database.sql(table)}`;
    const [held, deleting] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holder = database.transaction(async (tx) => {
      // The deletion stops in the middle, and the other one where they meet.
      await tx`SELECT FROM chat_sessions WHERE id = ${`ses_${id}1`} FOR NO KEY UPDATE`;
      held.resolve();
      await untilBlocked(tx);
      deleting.resolve();
      await eventually(async () => {
        // By the deletion, which this transaction blocks.
        const blocked = await tx`
          SELECT FROM pg_locks AS detaching JOIN pg_locks AS deleting ON deleting.pid = ANY(pg_blocking_pids(detaching.pid))
          WHERE NOT detaching.granted AND NOT deleting.granted AND pg_backend_pid() = ANY(pg_blocking_pids(deleting.pid))`;
        return blocked.length > 0 || undefined;
      });
    });
    await held.promise;
    const deletion = database.transaction(async (tx) => deleteSessionsOf(tx, `thr_${id}0`));
    await deleting.promise;
    const detachment = database.transaction(async (tx) => detachVisitors(tx, id, 1000));
    await Promise.all([holder, deletion, detachment]);
    expect(await countLeft(id)).toMatchObject({ sessions: 2997, visitors: 999, attachedVisitors: 0 });
  },
  300_000,
);
