import { expect, test } from 'vitest';
import { call } from '../../../../test/client.ts';
import { countRowsRead } from '../../../../test/count-rows-read.ts';
import { startServer } from '../../../../test/start-server.ts';
import { listVisitsAfter, type SweptVisit } from './abandoned-visits.sql.ts';

const count = 4000;

test('a page of the visits to deleted chats reads few of those that follow it', async () => {
  const server = await startServer();
  const agentId = (await call(server, 'POST', '/api/v1/agents', { body: { name: 'Guide' } })).body.data.id;
  const workspaceId = (await call(server, 'GET', '/api/v1/workspace')).body.data.id;
  const { database } = server.platform;
  await database.sql`
    INSERT INTO chat_visitors (id, workspace_id, visitor_id) VALUES ('vis_1', ${workspaceId}, 'visitor-1')`;
  await database.sql`
    INSERT INTO threads (id, workspace_id, agent_id, metadata)
    SELECT 'thr_' || n, ${workspaceId}, ${agentId}, '{}' FROM generate_series(1, ${count}) AS n`;
  await database.sql`
    INSERT INTO chat_sessions (id, workspace_id, visitor, thread_id, token_hash, metadata, ends_at, created_at)
    SELECT 'ses_' || n, ${workspaceId}, 'vis_1', 'thr_' || n, sha256(n::text::bytea), '{}', now(),
      timestamptz '2026-01-01' + n * interval '1 minute'
    FROM generate_series(1, ${count}) AS n`;
  await database.sql`ANALYZE chat_sessions`;
  let [page, second]: SweptVisit[][] = [[], []];
  page = await listVisitsAfter(database.sql, undefined, 100);
  const read = await countRowsRead(database, 'chat_sessions', async (sql) => {
    second = await listVisitsAfter(sql, page?.at(-1), 100);
  });
  expect(second?.map(({ id }) => id)).toEqual(Array.from({ length: 100 }, (_, at) => `ses_${at + 101}`));
  expect(read).toBeLessThan(count / 4);
  await server.close();
});
