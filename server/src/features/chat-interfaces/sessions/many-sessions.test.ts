import { expect, test } from 'vitest';
import { call } from '../../../../test/client.ts';
import { countRowsRead } from '../../../../test/count-rows-read.ts';
import { createChat } from '../../../../test/open-chat.ts';
import { startServer } from '../../../../test/start-server.ts';
import { listSessions } from './sessions.sql.ts';

const count = 8000;

test('a page of many sessions reads the visitors of its sessions only', async () => {
  const server = await startServer();
  const agentId = (await call(server, 'POST', '/api/v1/agents', { body: { name: 'Guide' } })).body.data.id;
  const workspaceId = (await call(server, 'GET', '/api/v1/workspace')).body.data.id;
  const { id } = await createChat(server, { agent_id: agentId });
  const { database } = server.platform;
  await database.sql`
    INSERT INTO chat_visitors (id, workspace_id, interface_id, visitor_id, user_name)
    SELECT 'vis_' || n, ${workspaceId}, ${id}, 'visitor-' || n, 'Kim ' || n FROM generate_series(1, ${count}) AS n`;
  await database.sql`
    INSERT INTO threads (id, workspace_id, agent_id, metadata)
    SELECT 'thr_' || n, ${workspaceId}, ${agentId}, '{}' FROM generate_series(1, ${count}) AS n`;
  await database.sql`
    INSERT INTO chat_sessions (id, workspace_id, interface_id, visitor, thread_id, token_hash, metadata, ends_at, created_at)
    SELECT 'ses_' || n, ${workspaceId}, ${id}, 'vis_' || n, 'thr_' || n, sha256(n::text::bytea), '{}', now(),
      timestamptz '2026-01-01' + n * interval '1 minute'
    FROM generate_series(1, ${count}) AS n`;
  for (const table of ['chat_visitors', 'chat_sessions']) await database.sql`ANALYZE ${database.sql(table)}`;
  const read = await countRowsRead(database, 'chat_visitors', async (sql) =>
    listSessions(sql, id, { page: 80, per_page: 50 }),
  );
  expect(read).toBeLessThan(count / 10);
  const { body } = await call(server, 'GET', `/api/v1/chat-interfaces/${id}/sessions?page=80&per_page=50`);
  expect(body.pagination.total_count).toBe(count);
  expect(body.data.map((session: { id: string }) => session.id)).toEqual(
    Array.from({ length: 50 }, (_, at) => `ses_${count - 79 * 50 - at}`),
  );
  expect(body.data[0].user_name).toBe(`Kim ${count - 79 * 50}`);
  await server.close();
});
