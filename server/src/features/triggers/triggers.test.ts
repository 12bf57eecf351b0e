import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from '../../../test/client.ts';
import { startServer, type ServerUnderTest } from '../../../test/start-server.ts';
import { text, workflowRuns } from '../../../test/workflow-runs.ts';

let server: ServerUnderTest;
let workflow: string;
beforeAll(async () => {
  server = await startServer({ PUBLIC_URL: 'https://portico.example' });
  workflow = await save({ nodes: [text('a', 'x')] });
});
afterAll(async () => server.close());

const { save, get, reached } = workflowRuns(() => server);
const api = async (method: string, path: string, body?: unknown) =>
  call(server, method, `/api/v1/triggers${path}`, body === undefined ? {} : { body });

async function create(fields: object = {}) {
  const { status, body } = await api('POST', '', { name: 'Start', workflow_id: workflow, ...fields });
  expect(body.error?.details ?? status).toBe(201);
  return body.data;
}

describe('a trigger', () => {
  it('is manual unless specified otherwise, and is listed', async () => {
    const trigger = await create({ inputs: { city: 'Berlin' } });
    expect(trigger).toEqual({
      id: expect.stringMatching(/^trg_[0-9a-z]{26}$/),
      name: 'Start',
      workflow_id: workflow,
      type: 'manual',
      enabled: true,
      inputs: { city: 'Berlin' },
      schedule: null,
      webhook: null,
      last_fired_at: null,
      next_fire_at: null,
      last_error: null,
      created_at: expect.any(String),
      updated_at: trigger.created_at,
    });
    expect((await api('GET', `/${trigger.id}`)).body.data).toEqual(trigger);
    expect((await api('GET', '')).body.data).toContainEqual(trigger);
  });

  it.each([
    [{ workflow_id: 'wf_unknown' }, ['body.workflow_id']],
    [{ type: 'schedule' }, ['body.schedule']],
    [{ schedule: { cron: '* * * * *' } }, ['body.schedule']],
    [
      { type: 'schedule', schedule: { cron: 'often', timezone: 'Mars/Olympus' } },
      ['body.schedule.timezone', 'body.schedule.cron'],
    ],
    [{ type: 'schedule', schedule: { cron: '0 0 31 2 *' } }, ['body.schedule.cron']],
    [{ type: 'schedule', schedule: { cron: '61 * * * *' } }, ['body.schedule.cron']],
    [{ type: 'schedule', schedule: { cron: 'H * * * *' } }, ['body.schedule.cron']],
    [{ type: 'schedule', schedule: { cron: '0 9 * * *', timezone: '+02:00' } }, ['body.schedule.timezone']],
    [{ enabled: 'yes' }, ['body.enabled']],
    [{ secret: 'mine' }, ['body.secret']],
  ])('is refused with %j, and the error names every invalid field', async (fields, paths) => {
    const { status, body } = await api('POST', '', { name: 'Start', workflow_id: workflow, ...fields });
    expect(status).toBe(400);
    expect(body.error.details.fields.map(({ path }: { path: string }) => path)).toEqual(paths);
  });

  it('changes by merge patch but keeps its type, and is deleted', async () => {
    const { id } = await create({ inputs: { a: 1, b: 2 } });
    expect((await api('PATCH', `/${id}`, { inputs: { a: null, c: 3 } })).body.data.inputs).toEqual({ b: 2, c: 3 });
    const { body } = await api('PATCH', `/${id}`, { type: 'webhook' });
    expect(body.error.details.fields).toEqual([
      { path: 'body.type', message: 'can’t be changed: it is manual', code: 'invalid' },
    ]);
    expect((await api('PATCH', `/${id}`, { workflow_id: 'wf_unknown' })).status).toBe(400);
    expect((await api('DELETE', `/${id}`)).body.data).toEqual({ id, deleted: true });
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/execute'],
      ['POST', '/rotate-secret'],
    ] as const) {
      expect((await api(method, `/${id}${path}`)).body.error).toMatchObject({
        code: 'resource_not_found',
        details: { resource: 'trigger', id },
      });
    }
  });

  it('prevents the deletion of its workflow, and is named in the error', async () => {
    const used = await save({ nodes: [text('a', 'x')] });
    const { id } = await create({ name: 'Nightly', workflow_id: used });
    const { status, body } = await call(server, 'DELETE', `/api/v1/workflows/${used}`);
    expect(status).toBe(400);
    const user = `trigger "Nightly" (${id})`;
    expect(body.error).toMatchObject({
      message: `params.id: is used by ${user}`,
      details: { fields: [{ path: 'params.id', code: 'in_use' }], users: [user] },
    });
    await api('DELETE', `/${id}`);
    expect((await call(server, 'DELETE', `/api/v1/workflows/${used}`)).status).toBe(200);
  });
});

describe('executing a trigger', () => {
  it('starts its workflow with the merged inputs', async () => {
    const { id } = await create({ inputs: { city: 'Berlin', unit: 'C' } });
    const { status, body } = await api('POST', `/${id}/execute`, { inputs: { city: 'Rome' } });
    expect(status).toBe(202);
    expect(body.data).toEqual({
      execution_id: expect.stringMatching(/^exe_/),
      trigger_id: id,
      workflow_id: workflow,
      status: 'pending',
      inputs: { city: 'Rome', unit: 'C' },
    });
    expect(await reached(body.data.execution_id)).toMatchObject({ trigger_id: id, status: 'completed' });
    expect((await api('GET', `/${id}`)).body.data.last_fired_at).toEqual(expect.any(String));
    expect((await api('POST', `/${id}/execute`)).body.data.inputs).toEqual({ city: 'Berlin', unit: 'C' });
  });

  it('is refused while it is disabled, and for inputs that the workflow refuses', async () => {
    const strict = await save(
      { nodes: [text('a', 'x')] },
      { input_schema: { properties: { n: { type: 'number' } }, required: ['n'] } },
    );
    const { id } = await create({ workflow_id: strict, enabled: false, inputs: { n: 1 } });
    expect((await api('POST', `/${id}/execute`)).body.error).toMatchObject({
      code: 'validation_error',
      details: { fields: [{ path: 'params.id', message: 'the trigger is disabled; enable it first' }] },
    });
    await api('PATCH', `/${id}`, { enabled: true });
    const refused = await api('POST', `/${id}/execute`, { inputs: { n: 'one' } });
    expect(refused.body.error.details.fields[0].path).toBe('body.inputs.n');
    expect((await api('GET', `/${id}`)).body.data.last_fired_at).toBeNull();
    expect((await api('POST', `/${id}/execute`)).status).toBe(202);
  });
});

describe('an inbound hook', () => {
  const hook = async (id: string, body: string, headers: Record<string, string>) => {
    const answer = await fetch(`${server.url}/hooks/${id}`, { method: 'POST', body, headers });
    return {
      status: answer.status,
      body: (await answer.json()) as { data: { execution_id: string }; error: { code: string } },
    };
  };
  const json = { 'Content-Type': 'application/json' };

  it('has an address and shows its secret once', async () => {
    const trigger = await create({ type: 'webhook' });
    expect(trigger.webhook).toEqual({
      url: `https://portico.example/hooks/${trigger.id}`,
      secret: expect.stringMatching(/^whsec_/),
    });
    expect((await api('GET', `/${trigger.id}`)).body.data.webhook).toEqual({ url: trigger.webhook.url });
    const rows = await server.platform.database.sql<
      { secret: Buffer }[]
    >`SELECT secret FROM triggers WHERE id = ${trigger.id}`;
    expect(rows.map(({ secret }) => secret.includes(Buffer.from(trigger.webhook.secret)))).toEqual([false]);
  });

  it.each([
    ['an object', '{"city": "Rome"}', json, { city: 'Rome', unit: 'C' }],
    ['an object of an unnamed type', '{"city": "Rome"}', {}, { city: 'Rome', unit: 'C' }],
    ['nothing', '', {}, { city: 'Berlin', unit: 'C' }],
    ['a list', '[1, 2]', json, { city: 'Berlin', unit: 'C', body: [1, 2] }],
    ['text', 'city=Rome', { 'Content-Type': 'text/plain' }, { city: 'Berlin', unit: 'C', body: 'city=Rome' }],
  ])('accepts %s', async (_kind, body, headers, inputs) => {
    const { id, webhook } = await create({ type: 'webhook', inputs: { city: 'Berlin', unit: 'C' } });
    const answer = await hook(id, body, { ...headers, 'X-Portico-Token': webhook.secret });
    expect(answer.status).toBe(202);
    expect(Object.keys(answer.body.data)).toEqual(['execution_id']);
    expect(await get(answer.body.data.execution_id)).toMatchObject({ trigger_id: id, inputs });
  });

  it('names the fields that its workflow refuses as the sender knows them', async () => {
    const strict = await save(
      { nodes: [text('a', 'x')] },
      { input_schema: { properties: { city: { type: 'string' } }, required: ['city'] } },
    );
    const { id, webhook } = await create({ type: 'webhook', workflow_id: strict });
    const { status, body } = await hook(id, '{"town": "Rome"}', { ...json, 'X-Portico-Token': webhook.secret });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({
      message: 'body.city: is required',
      details: { fields: [{ path: 'body.city', code: 'required' }] },
    });
  });

  it('accepts a Standard Webhooks signature instead', async () => {
    const { id, webhook } = await create({ type: 'webhook' });
    const body = '{"b":  1,"a":2}';
    const sign = (secret: string, at: Date, signed = body) => ({
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': `v1,bm90aGluZw== ${new Webhook(secret).sign('msg_1', at, signed)}`,
    });
    const now = new Date();
    expect((await hook(id, body, sign(webhook.secret, now))).status).toBe(202);
    expect((await hook(id, body, sign('whsec_bm9ib2R5IGtub3dzIHRoaXMgb25l', now))).status).toBe(401);
    expect((await hook(id, body, sign(webhook.secret, now, '{}'))).status).toBe(401);
    expect((await hook(id, body, sign(webhook.secret, new Date(now.getTime() - 301_000)))).status).toBe(401);
  });

  it('fires once for a signed delivery that is repeated, also at the same time', async () => {
    const { id, webhook } = await create({ type: 'webhook' });
    const [other, unsigned] = [await create({ type: 'webhook' }), { 'webhook-id': 'msg_2', 'webhook-timestamp': '0' }];
    const deliver = async (body: string, { secret, to = id }: { secret: string; to?: string }) => {
      const at = new Date();
      return hook(to, body, {
        'webhook-id': 'msg_2',
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': new Webhook(secret).sign('msg_2', at, body),
      });
    };
    await api('PATCH', `/${id}`, { enabled: false });
    expect((await deliver('{}', webhook)).status).toBe(400);
    await api('PATCH', `/${id}`, { enabled: true });
    const answers = await Promise.all([1, 2, 3].map(async () => deliver('{}', webhook)));
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
    const ids = new Set(answers.map(({ body }) => body.data.execution_id));
    expect(ids.size).toBe(1);
    const changed = await deliver('{"a": 1}', webhook);
    expect(changed).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining('headers.webhook-id') } },
    });
    const elsewhere = await deliver('{}', { secret: other.webhook.secret, to: other.id });
    const withToken = await hook(id, '{}', { ...unsigned, 'X-Portico-Token': webhook.secret });
    for (const { status, body } of [elsewhere, withToken]) {
      expect(status).toBe(202);
      ids.add(body.data.execution_id);
    }
    expect(ids.size).toBe(3);
  });

  it('is 401 without the right secret, 400 when disabled or not JSON, 404 if there is none', async () => {
    const { id, webhook } = await create({ type: 'webhook' });
    const right = { 'X-Portico-Token': webhook.secret };
    for (const headers of [{}, { 'X-Portico-Token': 'whsec_wrong' }, { 'X-API-Key': server.apiKey }]) {
      const { status, body } = await hook(id, '{}', headers);
      expect([status, body.error.code]).toEqual([401, 'invalid_api_key']);
    }
    expect((await hook(id, '{', { ...json, ...right })).status).toBe(400);
    await api('PATCH', `/${id}`, { enabled: false });
    expect((await hook(id, '{}', right)).status).toBe(400);
    expect((await hook(id, '{}', {})).status).toBe(401);
    expect((await hook('trg_unknown', '{}', right)).status).toBe(404);
    expect((await hook((await create()).id, '{}', right)).status).toBe(404);
  });

  it('gets a new secret, and the old one is invalid', async () => {
    const { id, webhook } = await create({ type: 'webhook' });
    const rotated = (await api('POST', `/${id}/rotate-secret`)).body.data.webhook;
    expect((await hook(id, '', { 'X-Portico-Token': webhook.secret })).status).toBe(401);
    expect((await hook(id, '', { 'X-Portico-Token': rotated.secret })).status).toBe(202);
    expect((await api('POST', `/${(await create()).id}/rotate-secret`)).status).toBe(400);
  });
});
