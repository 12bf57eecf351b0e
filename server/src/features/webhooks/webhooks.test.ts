import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { call } from '../../../test/client.ts';
import { startWithReceiver } from '../../../test/start-with-receiver.ts';
import type { ReceivedWebhook } from '../../../test/webhook-receiver.ts';
import { text, workflowRuns } from '../../../test/workflow-runs.ts';

const { server, receiver } = await startWithReceiver();

const { save, execute, get, reached } = workflowRuns(() => server);
const api = async (method: string, path: string, body?: unknown) =>
  call(server, method, `/api/v1/webhooks${path}`, body === undefined ? {} : { body });

async function create(path: string, extra: object = {}) {
  const { status, body } = await api('POST', '', { url: receiver.url + path, ...extra });
  expect(body.error ?? status).toBe(201);
  return body.data;
}

const verify = (secret: string, { text: payload, headers }: ReceivedWebhook) =>
  new Webhook(secret).verify(payload, headers as Record<string, string>);

describe('a webhook', () => {
  it('shows its secret when it is created, and never again', async () => {
    const { secret, ...webhook } = await create('/shown', { name: 'CRM', event_types: ['execution.failed'] });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(webhook).toEqual({
      id: expect.stringMatching(/^whk_[0-9a-z]{26}$/),
      name: 'CRM',
      url: `${receiver.url}/shown`,
      event_types: ['execution.failed'],
      status: 'enabled',
      disabled_reason: null,
      created_at: expect.any(String),
      updated_at: webhook.created_at,
    });
    expect((await api('GET', `/${webhook.id}`)).body.data).toEqual(webhook);
    expect((await api('GET', '')).body.data).toContainEqual(webhook);
    const rows = await server.platform.database.sql<{ secret: Buffer }[]>`
      SELECT secret FROM webhook_secrets WHERE webhook_id = ${webhook.id}`;
    const raw = [Buffer.from(secret), Buffer.from(secret.slice(6), 'base64')];
    expect(rows.map((row) => raw.some((bytes) => row.secret.includes(bytes)))).toEqual([false]);
  });

  it.each([
    [{ url: 'ftp://example.com/x' }, 'body.url'],
    [{ url: 'https://me:secret@example.com/' }, 'body.url'],
    [{}, 'body.url'],
    [{ url: 'https://example.com', event_types: ['execution.exploded'] }, 'body.event_types[0]'],
    [{ url: 'https://example.com', event_types: [] }, 'body.event_types'],
    [{ url: 'https://example.com', secret: 'mine' }, 'body.secret'],
  ])('is refused as %j, and the error names the field', async (body, path) => {
    const answer = await api('POST', '', body);
    expect(answer.status).toBe(400);
    expect(answer.body.error.details.fields[0].path).toBe(path);
  });

  it('has each type once', async () => {
    const types = ['execution.failed', 'execution.completed'];
    const { id, event_types } = await create('/twice', { event_types: [...types, ...types] });
    const { body } = await api('PATCH', `/${id}`, { event_types: ['*', '*'] });
    expect([event_types, body.data.event_types]).toEqual([types, ['*']]);
  });

  it('shows only the host of its address to those who may not change it, because its path can be a key', async () => {
    const { id, url } = await create('/T1/quiet-key?channel=quiet-room');
    const made = await call(server, 'POST', '/api/v1/api-keys', { body: { name: 'R', scopes: ['webhooks:read'] } });
    const read = async (path: string) => call(server, 'GET', `/api/v1/webhooks${path}`, { key: made.body.data.key });
    const shown = (await read(`/${id}`)).body.data;
    expect(shown.url).toBe(`${receiver.url}/••••••••`);
    expect(JSON.stringify((await read('')).body)).not.toContain('quiet-');
    expect((await read('?search=quiet-k')).body.data).toEqual([]);
    expect((await api('GET', '?search=quiet-k')).body.data).toMatchObject([{ id }]);

    const patched = await api('PATCH', `/${id}`, { url: shown.url, name: 'Chat' });
    expect(patched.body.data).toMatchObject({ url, name: 'Chat' });
    const encoded = await api('PATCH', `/${id}`, { url: new URL(shown.url).href });
    expect(encoded.body.data.url).toBe(url);
    const refused = await api('PATCH', `/${id}`, { url: 'https://example.com/••••••••' });
    expect(refused.body.error.details.fields[0].path).toBe('body.url');
    expect((await api('POST', '', { url: shown.url })).status).toBe(400);
    expect((await api('POST', `/${id}/test`)).body.data.success).toBe(true);
    expect(receiver.received.at(-1)).toMatchObject({ path: '/T1/quiet-key?channel=quiet-room' });
  });

  it('changes by merge patch, is disabled and enabled, and is deleted', async () => {
    const { id } = await create('/changed', { name: 'Old' });
    const changed = await api('PATCH', `/${id}`, { name: null, status: 'disabled' });
    expect(changed.body.data).toMatchObject({ name: null, status: 'disabled', event_types: ['*'] });
    expect((await api('PATCH', `/${id}`, { status: 'enabled' })).body.data.status).toBe('enabled');
    expect((await api('PATCH', `/${id}`, { url: 'nowhere' })).status).toBe(400);
    expect((await api('DELETE', `/${id}`)).body.data).toEqual({ id, deleted: true });
    expect((await api('GET', `/${id}`)).status).toBe(404);
    expect((await api('POST', `/${id}/test`)).status).toBe(404);
    expect((await api('GET', `/${id}/deliveries`)).status).toBe(404);
  });
});

describe('an event', () => {
  it('contains the execution as returned by its GET, and is signed and sent to subscribed webhooks', async () => {
    const all = await create('/all');
    await create('/failures', { event_types: ['execution.failed'] });
    const id = await execute(
      await save({ nodes: [text('a', 'x')], outputs: { greeting: '{{ nodes.a.outputs.text }}' } }),
      { who: 'Ada' },
    );
    const requests = await receiver.waitFor('/all', 2);
    const events = requests.map((request) => verify(all.secret, request) as { type: string; data: object });
    const completed = events.find(({ type }) => type === 'execution.completed');
    expect(completed?.data).toEqual(await get(id));
    expect(completed).toEqual({
      id: expect.stringMatching(/^dlv_[0-9a-z]{26}$/),
      type: 'execution.completed',
      timestamp: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
      data: expect.objectContaining({ status: 'completed', outputs: { greeting: 'x' } }),
    });
    expect(events.map(({ type }) => type).toSorted()).toEqual(['execution.completed', 'execution.started']);
    expect(requests.map(({ headers }) => headers['webhook-id'])).toEqual(
      requests.map(({ text: payload }) => JSON.parse(payload).id),
    );
    await reached(
      await execute(await save({ nodes: [{ id: 'no', type: 'fail', config: { code: 'c', message: 'm' } }] })),
    );
    const [failed] = await receiver.waitFor('/failures', 1);
    expect(JSON.parse(failed?.text ?? '').data).toMatchObject({
      status: 'failed',
      error: { code: 'c', node_id: 'no' },
    });
    await api('DELETE', `/${all.id}`);
  });

  it('reports waiting and cancelling', async () => {
    const webhook = await create('/waits', { event_types: ['execution.waiting', 'execution.cancelled'] });
    const approval = { id: 'ok', type: 'approval', config: { title: 'Go on?' } };
    const id = await execute(await save({ nodes: [approval] }));
    await receiver.waitFor('/waits', 1);
    await call(server, 'POST', `/api/v1/executions/${id}/cancel`);
    const [waiting, cancelled] = await receiver.waitFor('/waits', 2);
    expect(JSON.parse(waiting?.text ?? '')).toMatchObject({
      type: 'execution.waiting',
      data: { id, status: 'waiting' },
    });
    expect(JSON.parse(cancelled?.text ?? '').data).toEqual(await get(id));
    await api('DELETE', `/${webhook.id}`);
  });

  it('omits contents over 20,000 bytes and names them', async () => {
    const webhook = await create('/large', { event_types: ['execution.completed'] });
    const workflow = await save({
      nodes: [text('a', '{{ inputs.long }}')],
      outputs: { long: '{{ nodes.a.outputs.text }}' },
    });
    await reached(await execute(workflow, { long: 'ä'.repeat(10_001) }));
    await reached(await execute(workflow, { long: 'a'.repeat(19_000) }));
    const bodies = (await receiver.waitFor('/large', 2)).map((request) => JSON.parse(request.text).data);
    expect(bodies.find((data) => data.omitted)).toMatchObject({
      inputs: null,
      outputs: null,
      omitted: ['inputs', 'outputs'],
      status: 'completed',
    });
    expect(bodies.find((data) => !data.omitted).outputs.long).toHaveLength(19_000);
    await api('DELETE', `/${webhook.id}`);
  });
});

describe('the signing secret', () => {
  it('is rotated with an overlap in which both sign', async () => {
    const { id, secret: old } = await create('/rotated');
    const rotated = (await api('POST', `/${id}/rotate-secret`)).body.data;
    expect(rotated).toMatchObject({ id, secret: expect.stringMatching(/^whsec_/) });
    expect(rotated.secret).not.toBe(old);
    await api('POST', `/${id}/test`);
    const [overlapping] = await receiver.waitFor('/rotated', 1);
    if (overlapping === undefined) throw new Error('nothing came');
    expect(String(overlapping.headers['webhook-signature']).split(' ')).toHaveLength(2);
    for (const secret of [old, rotated.secret]) {
      expect(verify(secret, overlapping)).toMatchObject({ type: 'webhook.test', data: { webhook_id: id } });
    }
    expect(() => verify(old, { ...overlapping, text: `${overlapping.text} ` })).toThrow('No matching signature found');
    const { sql } = server.platform.database;
    await sql`UPDATE webhook_secrets SET expires_at = expires_at - interval '24 hours' WHERE webhook_id = ${id}`;
    await api('POST', `/${id}/test`);
    const [, later] = await receiver.waitFor('/rotated', 2);
    if (later === undefined) throw new Error('nothing came');
    expect(verify(rotated.secret, later)).toMatchObject({ type: 'webhook.test' });
    expect(() => verify(old, later)).toThrow('No matching signature found');
  });
});

describe('secrets that are rotated many times in a day', () => {
  it('sign five at a time, the newest ones', async () => {
    const { id, secret: first } = await create('/often');
    const secrets: string[] = [first];
    for (let turn = 0; turn < 6; turn += 1) {
      secrets.unshift((await api('POST', `/${id}/rotate-secret`)).body.data.secret);
    }
    await api('POST', `/${id}/test`);
    const [sent] = await receiver.waitFor('/often', 1);
    if (sent === undefined) throw new Error('nothing came');
    expect(String(sent.headers['webhook-signature']).split(' ')).toHaveLength(5);
    for (const secret of secrets.slice(0, 5)) expect(verify(secret, sent)).toMatchObject({ type: 'webhook.test' });
    expect(() => verify(first, sent)).toThrow('No matching signature found');
  });
});

describe('a test event', () => {
  it('is sent immediately, recorded and returned', async () => {
    const { id } = await create('/tested');
    const { status, body } = await api('POST', `/${id}/test`);
    expect(status).toBe(200);
    expect(body.data).toEqual({
      webhook_id: id,
      delivery_id: expect.stringMatching(/^dlv_/),
      success: true,
      status_code: 200,
      response_time_ms: expect.any(Number),
    });
    const { data } = (await api('GET', `/${id}/deliveries`)).body;
    expect(data).toMatchObject([
      { id: body.data.delivery_id, event_type: 'webhook.test', status: 'success', attempts: 1 },
    ]);
  });

  it('that fails is a normal response, and is not retried', async () => {
    const { id } = await create('/broken');
    receiver.answer('/broken', 500);
    const { status, body } = await api('POST', `/${id}/test`);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ success: false, status_code: 500, error_message: 'The receiver answered 500.' });
    const { data } = (await api('GET', `/${id}/deliveries`)).body;
    expect(data).toMatchObject([{ status: 'failed', attempts: 1, next_attempt_at: null, response_status: 500 }]);
  });

  it('reports a redirect that is not followed', async () => {
    const { id } = await create('/moved');
    receiver.answer('/moved', (response) => response.writeHead(308, { Location: '/here' }).end());
    const { body } = await api('POST', `/${id}/test`);
    expect(body.data).toMatchObject({
      success: false,
      status_code: 308,
      error_message: 'The receiver answered 308. Redirects are not followed.',
    });
    expect(receiver.received.filter(({ path }) => path === '/here')).toEqual([]);
  });

  it.each([
    ['private', 'http://10.0.0.1/'],
    ['ours', 'http://127.0.0.1:1/'],
    ['ours in disguise', 'http://[::ffff:7f00:1]:1/'],
    ['ours as a number', 'http://2130706433:1/'],
  ])('is not needed for the address %s, which is refused when it is saved', async (_case, url) => {
    const made = await api('POST', '', { url });
    const { id } = await create('/kept');
    const changed = await api('PATCH', `/${id}`, { url });
    for (const { status, body } of [made, changed]) {
      expect(status).toBe(400);
      expect(body.error.details.fields).toEqual([
        {
          path: 'body.url',
          message: 'is not on the public Internet; the server’s OUTBOUND_ALLOW can allow it',
          code: 'url_refused',
        },
      ]);
    }
  });

  it('reports a name that resolves to a private address', async () => {
    const made = await api('POST', '', { url: 'http://localhost:1/' });
    const { body } = await api('POST', `/${made.body.data.id}/test`);
    expect(body.data).toMatchObject({
      success: false,
      status_code: null,
      error_message: expect.stringContaining('not on the public Internet'),
    });
  });
});
