import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call } from './client.ts';
import { prepareDatabaseHome } from './databases/prepare-database-home.ts';
import { spawnServer } from './spawn-server.ts';
import { startServer, type ServerUnderTest } from './start-server.ts';
import { text, workflowRuns } from './workflow-runs.ts';

let server: ServerUnderTest;
beforeAll(async () => {
  server = await startServer({ MAX_STREAMS_PER_KEY: '3' });
});
afterAll(async () => server.close());
const { save, execute, reached } = workflowRuns(() => server);

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
  // A response that is no longer referenced would be collected, and its connection closed.
  const opened = [await open(), await open(), await open()];
  const refused = await open();
  expect([refused.status, ((await refused.json()) as { error: { details: object } }).error.details]).toMatchObject([
    429,
    { window: 'concurrent', limit: 3 },
  ]);
  expect(opened.map(({ status }) => status)).toEqual([200, 200, 200]);
  stop.abort();
});

it('few large rows of a download are in memory at once, and none is left out', async () => {
  const workflow = await save({
    nodes: [text('say', '{{ inputs.text }}')],
    outputs: { text: '{{ nodes.say.outputs.text }}' },
  });
  const ids: string[] = [];
  for (let at = 0; at < 25; at += 1) {
    const size = at % 5 === 4 ? 10 : 225_000;
    ids.unshift(await execute(workflow, { text: randomBytes(size).toString('base64') }));
  }
  for (const id of ids) await reached(id);
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.write(
    `GET /api/v1/executions/export?format=jsonl&workflow_id=${workflow} HTTP/1.1\r\n` +
      `Host: x\r\nConnection: close\r\nX-API-Key: ${server.apiKey}\r\n\r\n`,
  );
  const bytes: Buffer[] = [];
  socket.on('data', (piece) => bytes.push(piece));
  await once(socket, 'close');
  const chunks = readChunks(Buffer.concat(bytes));
  const lines = Buffer.concat(chunks).toString().trimEnd().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { id: string }).id)).toEqual(ids);
  // A chunk is what the server writes at once: the rows that it holds.
  expect(Math.max(...chunks.map(({ length }) => length))).toBeLessThan(1_000_000);
});

/** The chunks of a response (RFC 9112 section 7.1). */
function readChunks(response: Buffer): Buffer[] {
  const chunks: Buffer[] = [];
  let at = response.indexOf('\r\n\r\n') + 4;
  for (;;) {
    const end = response.indexOf('\r\n', at);
    const size = Number.parseInt(response.subarray(at, end).toString(), 16);
    if (!(size > 0)) return chunks;
    chunks.push(response.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
}

it('a download causes no warning of Node.js in the log', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portico-downloads-'));
  const log = join(folder, 'warnings.log');
  const home = await prepareDatabaseHome(folder);
  const spawned = await spawnServer(folder, { ...home.environment, NODE_OPTIONS: `--redirect-warnings=${log}` });
  try {
    const headers = { 'X-API-Key': spawned.apiKey };
    const response = await fetch(`${spawned.url}/api/v1/audit-log/export`, { headers });
    expect([response.status, (await response.blob()).size > 0]).toEqual([200, true]);
  } finally {
    await spawned.end('SIGTERM');
    await home.remove();
  }
  expect(await readFile(log, 'utf8').catch(() => '')).toBe('');
  await rm(folder, { recursive: true, force: true });
});
