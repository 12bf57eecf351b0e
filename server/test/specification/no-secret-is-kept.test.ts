import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Scope } from '@portico/shared-types';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/platform/database.ts';
import { call, eventually, type TestRequest } from '../client.ts';
import { type ModelServer, startModelServer } from '../model-server/start-model-server.ts';
import { spawnServer, type SpawnedServer } from '../spawn-server.ts';
import { type DatabaseHome, prepareDatabaseHome } from '../databases/prepare-database-home.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../webhook-receiver.ts';
import { type Body, fileForm, workflowOf } from './world.ts';

/** Every secret of the scenario by its kind, except the signatures of file addresses (see docs/decisions). */
const secrets = new Map<string, string>();
const signatures = new Map<string, string>();
const errors: string[] = [];
let tables: Map<string, string>;
let log: string;

let home: DatabaseHome;
let dataDir: string;
let model: ModelServer;
let receiver: WebhookReceiver;
let server: SpawnedServer;

const secret = (what: string, value: string = randomBytes(24).toString('hex')): string => {
  expect(value.length).toBeGreaterThanOrEqual(16);
  secrets.set(what, value);
  return value;
};

async function send(method: string, path: string, request: TestRequest = {}): Promise<Body> {
  const { status, body } = await call(server, method, path, request);
  if (status >= 400) errors.push(JSON.stringify(body));
  return body.data;
}
const make = async (path: string, body?: unknown, headers: Record<string, string> = {}) =>
  send('POST', `/api/v1${path}`, { body, headers });

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'portico-test-'));
  home = await prepareDatabaseHome(dataDir);
  model = await startModelServer();
  receiver = await startWebhookReceiver();
  server = await spawnServer(dataDir, {
    ...home.environment,
    LOG_LEVEL: 'trace',
    OUTBOUND_ALLOW: receiver.host,
    OPENAI_BASE_URL: model.url,
    OPENAI_API_KEY: secret('the key of the model server', `sk-${randomBytes(20).toString('hex')}`),
    SECRET_KEY: secret('SECRET_KEY'),
    METRICS_TOKEN: secret('METRICS_TOKEN'),
    DEFAULT_MODEL: 'double',
    EMBEDDING_MODEL: 'portico-hash-1536',
  });
  secret('the first key', server.apiKey);
  await playKeys();
  await playHooks();
  await playTools();
  await playVisitors();
  await playErrors();
  await eventually(async () => receiver.received.length > 5 || undefined);
  await server.end('SIGTERM');
  // The first start prints its key once (docs/reference/environment.md#first-key), and not to the log.
  log = server.output().replace(`Admin key (shown this once): ${server.apiKey}`, '');
  tables = await dumpTables();
}, 180_000);
afterAll(async () => {
  await server.end('SIGKILL');
  await receiver.close();
  await model.close();
  await home.remove();
  await rm(dataDir, { recursive: true, force: true });
});

async function playKeys(): Promise<void> {
  const made = await make('/api-keys', { name: 'k', scopes: ['agents:read'] }, { 'Idempotency-Key': 'made' });
  secret('a key', made.key);
  secret('a rotated key', (await make(`/api-keys/${made.id}/rotate`)).key);
  await send('GET', '/api/v1/agents', { key: made.key });
  const revoked = await make('/api-keys', { name: 'r', scopes: Scope.options });
  secret('a revoked key', revoked.key);
  await send('GET', '/api/v1/agents', { key: revoked.key });
  await send('DELETE', `/api/v1/api-keys/${revoked.id}`);
  await send('GET', '/api/v1/agents', { key: revoked.key });
}

async function playHooks(): Promise<void> {
  const webhook = await make('/webhooks', { url: `${receiver.url}/hook` }, { 'Idempotency-Key': 'made' });
  secret('a webhook’s secret', webhook.secret.replace('whsec_', ''));
  const rotated = await make(`/webhooks/${webhook.id}/rotate-secret`);
  secret('a webhook’s next secret', rotated.secret.replace('whsec_', ''));
  await make(`/webhooks/${webhook.id}/test`);
  const workflow = await make('/workflows', workflowOf());
  const trigger = await make('/triggers', { name: 'T', workflow_id: workflow.id, type: 'webhook' });
  const headers = { 'X-Portico-Token': secret('a trigger’s secret', trigger.webhook.secret) };
  await send('POST', `/hooks/${trigger.id}`, { key: null, headers, body: {} });
  const next = await make(`/triggers/${trigger.id}/rotate-secret`);
  secret('a trigger’s next secret', next.webhook.secret);
  await send('POST', `/hooks/${trigger.id}`, { key: null, headers, body: {} });
}

async function playTools(): Promise<void> {
  const headers = { Authorization: `Bearer ${secret('a header of an agent’s tool')}` };
  const request = { method: 'POST', url: `${receiver.url}/tool`, headers };
  const tools = [
    { type: 'http', name: 'ask', request },
    { type: 'mcp', url: `${receiver.url}/mcp`, headers: { 'X-Token': secret('a header of an MCP server') } },
  ];
  const agent = await make('/agents', { name: 'A', tools }, { 'Idempotency-Key': 'made' });
  const thread = await make(`/agents/${agent.id}/threads`);
  model.reply({ toolCalls: [{ name: 'ask', arguments: {} }] }, { text: 'Done.' });
  await make(`/threads/${thread.id}/messages`, { content: 'Go' });
  expect(receiver.received.find(({ path }) => path === '/tool')?.headers.authorization).toBe(headers.Authorization);
  const own = { ...request, headers: { Authorization: `Bearer ${secret('a header of a persona’s tool')}` } };
  const persona = await send('POST', '/api/personas', {
    body: {
      name: 'R',
      category: 'Research',
      sopSteps: ['Look'],
      autonomyLevel: 'full_auto',
      integrations: [{ type: 'http', name: 'order', risk: 'low', request: own }],
    },
  });
  model.reply({ toolCalls: [{ name: 'order', arguments: {} }] }, { text: 'Done.' });
  const task = await send('POST', `/api/personas/${persona.id}/instances`, { body: { taskTitle: 'Study' } });
  const token = new URL(task.link).searchParams.get('token') ?? new URL(task.link).hash.replace(/^#(token=)?/, '');
  secret('the token of a task’s link', token);
  await eventually(async () => {
    const { status } = await send('GET', `/api/personas/instances/${task.id}`);
    return status === 'completed' || undefined;
  });
  expect(receiver.received.at(-1)).toBeDefined();
}

async function playVisitors(): Promise<void> {
  const agent = await make('/agents', { name: 'A' });
  const chat = await make('/chat-interfaces', { name: 'C', agent_id: agent.id });
  secret('a chat’s identity secret', chat.identity_secret);
  const base = `/api/public/chat-interfaces/${chat.slug}`;
  const session = await send('POST', `${base}/sessions`, { key: null, body: {} });
  const headers = { Authorization: `Bearer ${secret('a session’s token', session.token)}` };
  await send('POST', `${base}/sessions/${session.id}/messages`, { key: null, headers, body: { content: 'Hi' } });
  const resumed = await send('POST', `${base}/sessions`, { key: null, body: { resume: session.token } });
  secret('a resumed session’s token', resumed.token);
  const file = await send('POST', '/api/v1/files', { form: fileForm('a.txt', 'Hello') });
  signatures.set('a file', new URL(file.download_url).searchParams.get('signature') ?? '');
  await fetch(file.download_url.replace(new URL(file.download_url).origin, server.url));
  const workflow = await make('/workflows', workflowOf());
  const target = { target_type: 'workflow', workflow_id: workflow.id, allow_file_upload: true };
  const form = await make('/form-interfaces', { title: 'F', ...target });
  const at = `/api/public/form-interfaces/${form.slug}`;
  const upload = await send('POST', `${at}/upload`, { key: null, form: fileForm('b.txt', 'Hello') });
  secret('a file reference', upload.fileRef);
  signatures.set('a form’s file', new URL(upload.downloadUrl).searchParams.get('signature') ?? '');
  const submission = await send('POST', `${at}/submissions`, {
    key: null,
    body: { message: 'Hi', files: [upload.fileRef] },
  });
  await eventually(async () => {
    const { executionStatus } = await send('GET', `${at}/submissions/${submission.id}`, { key: null });
    return executionStatus === 'completed' || undefined;
  });
}

/** Invalid requests and internal failures, each with a secret. */
async function playErrors(): Promise<void> {
  const wrong = secret('a wrong key');
  await send('GET', '/api/v1/agents', { key: wrong });
  await send('GET', '/api/v1/agents', { key: `${server.apiKey.slice(0, -1)}_` });
  await send('GET', `/api/v1/agents?api_key=${secret('a key in an address')}`, { key: null });
  const url = `https://user:${secret('a password in an address')}@example.com/`;
  await make('/webhooks', { url });
  await make('/knowledge-bases', { name: 'K' }).then(async ({ id }) =>
    make(`/knowledge-bases/${id}/documents`, { url }),
  );
  const broken = `{"secret":"${secret('a secret in a broken body')}"`;
  const answer = await fetch(`${server.url}/api/v1/agents`, {
    method: 'POST',
    headers: { 'X-API-Key': server.apiKey, 'Content-Type': 'application/json' },
    body: broken,
  });
  errors.push(await answer.text());
  // Providers repeat the key that they refuse.
  const key = secrets.get('the key of the model server') ?? '';
  const agent = await make('/agents', { name: 'A' });
  const thread = await make(`/agents/${agent.id}/threads`);
  for (const status of [400, 401, 500]) {
    model.always({
      status,
      error: { message: `Incorrect API key provided: ${key}` },
      headers: { 'retry-after-ms': '1' },
    });
    await make(`/threads/${thread.id}/messages`, { content: 'Go' });
  }
  const node = { id: 'say', type: 'llm', config: { prompt: 'Go' } };
  const workflow = await make('/workflows', workflowOf([node]));
  const { execution_id: run } = await make(`/workflows/${workflow.id}/execute`);
  await eventually(async () => {
    const { status } = await send('GET', `/api/v1/executions/${run}`);
    return status === 'failed' || undefined;
  });
}

/** Every row of every table as text; byte columns as text and in hexadecimal. */
async function dumpTables(): Promise<Map<string, string>> {
  const database = await openDatabase({ databaseUrl: home.environment.DATABASE_URL, dataDir });
  try {
    const { sql } = database;
    const names = await sql<{ schema: string; name: string }[]>`
      SELECT table_schema AS schema, table_name AS name FROM information_schema.tables
      WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`;
    const dump = new Map<string, string>();
    for (const { schema, name } of names) {
      const rows = await sql<{ text: string }[]>`SELECT row::text AS text FROM ${sql(schema)}.${sql(name)} AS row`;
      dump.set(name, rows.map(({ text }) => text).join('\n'));
    }
    return dump;
  } finally {
    await database.close();
  }
}

/** A secret as plain text, and as it would appear in bytes or base64. */
const formsOf = (value: string): string[] => [
  value,
  Buffer.from(value).toString('hex'),
  Buffer.from(value).toString('base64').replace(/=+$/, ''),
  encodeURIComponent(value),
];
const found = (text: string, known: Map<string, string>): string[] =>
  [...known].filter(([, value]) => formsOf(value).some((form) => text.includes(form))).map(([what]) => what);

describe('Point 2 No raw key, token or secret', () => {
  it('the scenario completed and created every kind of secret', () => {
    expect(secrets.size).toBeGreaterThanOrEqual(22);
    expect([...signatures.values()].every((signature) => signature.length > 20)).toBe(true);
    expect(tables.size).toBeGreaterThan(40);
    expect(tables.get('api_keys')).toContain('agents:read');
    expect(log.length).toBeGreaterThan(200);
    expect(errors.length).toBeGreaterThan(10);
  });
  it('in the database', () => {
    const leaks = [...tables].flatMap(([table, text]) => found(text, secrets).map((what) => `${what} in ${table}`));
    expect(leaks).toEqual([]);
  });
  it('in the logs', () => {
    expect(found(log, new Map([...secrets, ...signatures]))).toEqual([]);
  });
  it('in an error', () => {
    expect(found(errors.join('\n'), new Map([...secrets, ...signatures]))).toEqual([]);
  });
  it('signatures of file addresses (24 hours) are only in inputs of workflows and in webhooks', () => {
    const holders = [...tables].filter(([, text]) => found(text, signatures).length > 0).map(([table]) => table);
    for (const table of holders) expect(['executions', 'webhook_deliveries']).toContain(table);
  });
});
