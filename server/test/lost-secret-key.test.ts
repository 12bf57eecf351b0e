import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tool } from '@portico/shared-types';
import { openToolbox } from '../src/features/agents/tools/open-toolbox.ts';
import { sealTools } from '../src/features/agents/index.ts';
import { seal } from '../src/platform/seal.ts';
import { call } from './client.ts';
import { type HitServer, startHitServer } from './hit-server.ts';
import { type ServerUnderTest, startServer } from './start-server.ts';
import { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts';
import { text, workflowRuns } from './workflow-runs.ts';

/* What was encrypted with a secret key that is lost: it fails with a reason, and can be entered again. */
let server: ServerUnderTest;
let receiver: WebhookReceiver;
let outside: HitServer;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  outside = await startHitServer();
  server = await startServer({ OUTBOUND_ALLOW: `${receiver.host},${outside.host}` });
});
afterAll(async () => {
  await server.close();
  await receiver.close();
  await outside.close();
});

const lostKey = 'x'.repeat(64);
const { save } = workflowRuns(() => server);
const api = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  call(server, method, `/api/v1${path}`, { headers, ...(body === undefined ? {} : { body }) });

test('a webhook says so in its deliveries, and works as soon as its secret is rotated', async () => {
  const { id } = (await api('POST', '/webhooks', { url: `${receiver.url}/lost` })).body.data;
  const { sql } = server.platform.database;
  await sql`UPDATE webhook_secrets SET secret = ${seal(lostKey, 'whsec_old')} WHERE webhook_id = ${id}`;
  expect((await api('POST', `/webhooks/${id}/test`)).body.data).toMatchObject({ success: false, status_code: null });
  const [failed] = (await api('GET', `/webhooks/${id}/deliveries`)).body.data;
  const { data: delivery } = (await api('GET', `/webhooks/${id}/deliveries/${failed.id}`)).body;
  expect(JSON.stringify(delivery)).toMatch(/signing secret .*can't be read.*SECRET_KEY.*rotate/i);
  await api('POST', `/webhooks/${id}/rotate-secret`);
  expect((await api('POST', `/webhooks/${id}/test`)).body.data).toMatchObject({ success: true });
  const [event] = await receiver.waitFor('/lost', 1);
  expect(String(event?.headers['webhook-signature']).split(' ')).toHaveLength(1);
});

test('a webhook trigger is unavailable until its secret is rotated', async () => {
  const workflow = await save({ nodes: [text('a', 'x')] });
  const fields = { name: 'Start', workflow_id: workflow, type: 'webhook' };
  const { id } = (await api('POST', '/triggers', fields)).body.data;
  await server.platform.database.sql`UPDATE triggers SET secret = ${seal(lostKey, 'whsec_old')} WHERE id = ${id}`;
  const fire = async (token: string) =>
    fetch(`${server.url}/hooks/${id}`, { method: 'POST', body: '{}', headers: { 'X-Portico-Token': token } });
  const refused = await fire('whsec_old');
  expect(refused.status).toBe(503);
  expect(await refused.text()).toMatch(/secret of this trigger can't be read.*rotate/i);
  const { webhook } = (await api('POST', `/triggers/${id}/rotate-secret`)).body.data;
  expect((await fire(webhook.secret)).status).toBe(202);
});

test('a repeated request is refused, because the first response can’t be read', async () => {
  const headers = { 'Idempotency-Key': 'before-the-loss' };
  expect((await api('POST', '/agents', { name: 'Once' }, headers)).status).toBe(201);
  await server.platform.database.sql`
    UPDATE idempotent_requests SET answer = ${seal(lostKey, '{}')} WHERE key = 'before-the-loss'`;
  const { status, body } = await api('POST', '/agents', { name: 'Once' }, headers);
  expect(status).toBe(400);
  expect(body.error.details.fields).toMatchObject([
    { path: 'headers.idempotency-key', message: expect.stringMatching(/can't be read.*another key/) },
  ]);
});

test('a tool is not called without its header', async () => {
  const parameters = { type: 'object' as const, properties: {} };
  const request = { method: 'POST', url: outside.url, headers: { Authorization: 'Bearer hidden' } } as const;
  const tools: Tool[] = [{ type: 'http', name: 'ask', description: 'Asks.', parameters, request }];
  const { platform } = server;
  const stored = sealTools({ ...platform, config: { ...platform.config, secretKey: lostKey } }, tools);
  const { signal } = new AbortController();
  const toolbox = await openToolbox(platform, 'ws_none', stored, signal);
  const outcome = await toolbox.run({ id: 'call_1', name: 'ask', arguments: {} }, { signal, callKey: 'msg_1-call_1' });
  expect(outcome).toEqual({
    ok: false,
    content: expect.stringMatching(/header Authorization of this tool can't be read.*enter/),
  });
  expect(outside.hits).toEqual([]);
  await toolbox.close();
});
