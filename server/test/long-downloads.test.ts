import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call } from './client.ts';
import { startServer, type ServerUnderTest } from './start-server.ts';

let server: ServerUnderTest;
beforeAll(async () => {
  server = await startServer({ MAX_STREAMS_PER_KEY: '3' });
});
afterAll(async () => server.close());

const issueKey = async (scope: string): Promise<{ id: string; key: string }> =>
  (await call(server, 'POST', '/api/v1/api-keys', { body: { name: 'Reader', scopes: [scope] } })).body.data;

/** Fills the audit log with more than what the buffers of a connection can hold. */
async function fillAuditLog(): Promise<void> {
  const { sql } = server.platform.database;
  const [workspace] = await sql<{ id: string }[]>`SELECT id FROM workspaces`;
  await sql`
    INSERT INTO audit_log (id, workspace_id, actor_type, actor_id, actor_name, action, resource_type, resource_id,
      resource_name, changes)
    SELECT 'aud_' || lpad(n::text, 26, '0'), ${workspace?.id ?? ''}, 'system', 'system', 'Portico', 'agent.updated',
      'agent', 'agt_many', 'Guide', json_build_object('prompt', json_build_object('before', null, 'after', repeat('a', 9000)))
    FROM generate_series(1, 5000) n`;
}

it('a download ends with the key that began it', async () => {
  await fillAuditLog();
  const { id, key } = await issueKey('audit:read');
  const headers = { 'X-API-Key': key };
  const { body } = await fetch(`${server.url}/api/v1/audit-log/export?format=jsonl`, { headers });
  const reader = body?.getReader();
  await reader?.read();
  await call(server, 'DELETE', `/api/v1/api-keys/${id}`);
  const readSlowly = async (): Promise<void> => {
    while ((await reader?.read())?.done === false) await wait(20);
  };
  await expect(readSlowly()).rejects.toThrow('terminated');
});

it('downloads count among the open streams of a key', async () => {
  const { key } = await issueKey('audit:read');
  const stop = new AbortController();
  const open = async () =>
    fetch(`${server.url}/api/v1/audit-log/export?format=csv`, { headers: { 'X-API-Key': key }, signal: stop.signal });
  for (const _ of [1, 2, 3]) expect((await open()).status).toBe(200);
  const refused = await open();
  expect([refused.status, ((await refused.json()) as { error: { details: object } }).error.details]).toMatchObject([
    429,
    { window: 'concurrent', limit: 3 },
  ]);
  stop.abort();
});
