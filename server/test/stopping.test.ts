import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../src/platform/database.ts';
import { call } from './client.ts';
import { connect } from './databases/connect.ts';
import { prepareDatabaseHome, type ProcessHome } from './databases/prepare-database-home.ts';
import { startModelServer } from './model-server/start-model-server.ts';
import { openChat } from './open-chat.ts';
import { spawnServer, type SpawnedServer } from './spawn-server.ts';
import { answerWithoutEnd, startMailServer } from './start-mail-server.ts';
import { startServer } from './start-server.ts';

let dataDir: string;
let home: ProcessHome;
let server: SpawnedServer;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'portico-stopping-'));
  home = await prepareDatabaseHome(dataDir);
  server = await spawnServer(dataDir, home.environment);
});
afterAll(async () => {
  await server.end('SIGKILL');
  await home.remove();
  await rm(dataDir, { recursive: true, force: true });
});

/** Begins an upload; `finish` sends the rest. */
function beginUpload() {
  const boundary = 'portico';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nThe first half`;
  const tail = `, and the second.\r\n--${boundary}--\r\n`;
  const { promise: status, resolve, reject } = Promise.withResolvers<number | undefined>();
  const upload = request(`${server.url}/api/v1/files`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${server.apiKey}`,
      'Content-Type': `multipart/form-data; boundary=${boundary}`,
      'Content-Length': head.length + tail.length,
    },
  });
  upload.on('response', (response) => resolve(response.resume().statusCode)).on('error', reject);
  upload.write(head);
  return { status, finish: () => void upload.end(tail) };
}

test('a server that is asked to stop completes the uploads in progress', async () => {
  const upload = beginUpload();
  upload.status.catch(() => undefined);
  // The server has begun to read it by the time it has served another request.
  expect((await call(server, 'GET', '/api/v1/files/fil_none')).status).toBe(404);
  server.signal('SIGTERM');
  await expect.poll(() => server.output()).toContain('"msg":"stopping"');
  await new Promise((resolve) => {
    setTimeout(resolve, 1_000);
  });
  upload.finish();
  expect(await upload.status).toBe(201);
  await expect.poll(() => server.output()).toContain('"msg":"stopped"');
});

test('a server that is asked to stop does not wait for a mail server that never answers', async () => {
  const mails = await startMailServer((_, socket) => answerWithoutEnd(socket, 500));
  const settings = { SMTP_URL: mails.url, MAIL_FROM: 'desk@example.com' };
  const mailing = await startServer(settings, { leases: { graceMs: 50 } });
  try {
    const notices = { notify_after_seconds: 0, notice_emails: ['member@example.com'] };
    await call(mailing, 'PATCH', '/api/v1/workspace', { body: notices });
    const { send } = await openChat(mailing, { handover: { enabled: true } });
    await send('POST', '/handover', {});
    await expect.poll(() => mails.connections.size).toBeGreaterThan(0);
    const since = performance.now();
    await mailing.close();
    expect(performance.now() - since).toBeLessThan(10_000);
  } finally {
    await mails.close();
  }
}, 60_000);

test('a server that is asked to stop cancels the calls of MCP clients, and says so', async () => {
  const models = await startModelServer();
  models.always({ text: 'Never', hangAfter: 0 });
  const folder = await mkdtemp(join(tmpdir(), 'portico-stopping-'));
  const others = await prepareDatabaseHome(folder);
  const environment = { ...others.environment, OPENAI_BASE_URL: models.url, DEFAULT_MODEL: 'double' };
  const asked = await spawnServer(folder, environment);
  /** Begins a call of a tool; `finish` sends the end of its body. */
  const begin = (name: string, input: unknown, meta: Record<string, unknown> = {}) => {
    const params = { name, arguments: input, _meta: meta };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    const { promise: result, resolve, reject } = Promise.withResolvers<string>();
    const posted = request(`${asked.url}/mcp`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${asked.apiKey}`,
        'Content-Type': 'application/json',
        'Content-Length': body.length,
        Accept: 'application/json, text/event-stream',
      },
    });
    posted.on('response', (response) => void text(response).then(resolve, reject)).on('error', reject);
    posted.write(body.slice(0, 10));
    return { result, finish: () => void posted.end(body.slice(10)) };
  };
  try {
    await call(asked, 'POST', '/api/v1/agents', { body: { name: 'Guide', slug: 'guide' } });
    const definition = { nodes: [{ id: 'ask', type: 'approval', config: { title: 'May I?' } }] };
    await call(asked, 'POST', '/api/v1/workflows', { body: { name: 'Ask', slug: 'ask', definition } });
    const late = begin('run_ask', {});
    const question = { message: 'Hello' };
    const calls = [
      begin('ask_guide', question),
      begin('ask_guide', question, { progressToken: 1 }),
      begin('run_ask', {}),
    ];
    for (const one of calls) one.finish();
    await expect.poll(() => models.calls.length).toBe(2);
    const runs = async () => (await call(asked, 'GET', '/api/v1/executions')).body.data;
    await expect.poll(runs).toMatchObject([{ workflow_name: 'Ask' }]);
    asked.signal('SIGTERM');
    await expect.poll(() => asked.output()).toContain('"msg":"stopping"');
    late.finish();
    for (const { result } of [...calls, late]) {
      expect(await result).toMatch(/"text":"The server is shutting down.*"isError":true/);
    }
    await expect.poll(() => asked.output()).toContain('"msg":"stopped"');
    // Stored, and not only done by the next start.
    const database = await openDatabase({ databaseUrl: others.environment.DATABASE_URL, dataDir: folder });
    const stored = await database.sql`SELECT workflow_name, status FROM executions`;
    await database.close();
    expect(stored).toMatchObject([{ workflow_name: 'Ask', status: 'cancelled' }]);
  } finally {
    await asked.end('SIGKILL');
    await models.close();
    await others.remove();
    await rm(folder, { recursive: true, force: true });
  }
}, 90_000);

test.skipIf(process.env['TEST_DATABASE_URL'] === undefined)(
  'a server that is asked to stop interrupts a long removal of old data',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'portico-stopping-'));
    const others = await prepareDatabaseHome(folder);
    const sql = connect(others.environment.DATABASE_URL ?? '');
    const busy = await spawnServer(folder, others.environment);
    try {
      const agent = (await call(busy, 'POST', '/api/v1/agents', { body: { name: 'Guide' } })).body.data.id;
      const body = { title: 'Ask us', target_type: 'agent', agent_id: agent };
      const form = (await call(busy, 'POST', '/api/v1/form-interfaces', { body })).body.data.id;
      await sql`
        INSERT INTO form_submissions (id, workspace_id, interface_id, status, message, inputs, urls, file_ids,
          extraction_mode, has_words)
        SELECT 'sub_' || n, workspace_id, id, 'completed', '', '{}', '{}', '{}', 'text', true
        FROM form_interfaces, generate_series(1, 30000) n WHERE id = ${form}`;
      const count = async () => (await sql`SELECT 1 FROM form_submissions WHERE interface_id = ${form}`).length;
      expect((await call(busy, 'DELETE', `/api/v1/form-interfaces/${form}`)).status).toBe(200);
      const left = await count();
      await expect.poll(count, { timeout: 30_000 }).toBeLessThan(left);
      expect(await busy.end('SIGTERM')).toBe(0);
      expect(await count()).toBeGreaterThan(0);
    } finally {
      await busy.end('SIGKILL');
      await sql.end();
      await others.remove();
      await rm(folder, { recursive: true, force: true });
    }
  },
  120_000,
);
