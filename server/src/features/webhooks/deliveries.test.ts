import type { ServerResponse } from 'node:http';
import type { WebhookDelivery } from '@portico/shared-types';
import { beforeAll, describe, expect, it } from 'vitest';
import { call, eventually } from '../../../test/client.ts';
import { startWithReceiver } from '../../../test/start-with-receiver.ts';
import type { WebhookReceiver } from '../../../test/webhook-receiver.ts';
import { text, workflowRuns } from '../../../test/workflow-runs.ts';

const { server, receiver } = await startWithReceiver({ WEBHOOK_RETRY_SCHEDULE: '0.1,0.3' });
let workflow: string;
beforeAll(async () => {
  workflow = await save({ nodes: [text('a', 'x')] });
});

const { save, execute } = workflowRuns(() => server);
const api = async (method: string, path: string, body?: unknown) =>
  call(server, method, `/api/v1/webhooks${path}`, body === undefined ? {} : { body });
const deliveriesOf = async (id: string): Promise<WebhookDelivery[]> =>
  (await api('GET', `/${id}/deliveries`)).body.data;

async function create(path: string): Promise<string> {
  const body = { url: receiver.url + path, event_types: ['execution.completed'] };
  return (await api('POST', '', body)).body.data.id;
}

/** The newest delivery of a webhook with its details, once it has that status. */
async function settled(id: string, status: string) {
  const delivery = await eventually(async () => (await deliveriesOf(id)).find((one) => one.status === status));
  return (await api('GET', `/${id}/deliveries/${delivery.id}`)).body.data;
}

/** One event for one new webhook whose receiver responds like this. */
async function deliver(path: string, how: Parameters<WebhookReceiver['answer']>[1]): Promise<string> {
  receiver.answer(path, how);
  const id = await create(path);
  await execute(workflow);
  return id;
}
const stop = async (id: string) => api('DELETE', `/${id}`);

describe('a failed delivery', () => {
  it('is retried on schedule with the same id and body, with every attempt recorded, and then fails', async () => {
    const id = await deliver('/down', 500);
    const delivery = await settled(id, 'failed');
    const requests = await receiver.waitFor('/down', 3);
    expect(new Set(requests.map(({ text: payload }) => payload)).size).toBe(1);
    expect(new Set(requests.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([delivery.id]));
    const failedSince = async (since: string): Promise<string[]> =>
      (await api('GET', `?per_page=100&failed_since=${since}`)).body.data.map((one: { id: string }) => one.id);
    // It failed with its last attempt, which may be more than a day after the event.
    const after = (at: string): string => new Date(Date.parse(at) + 1).toISOString();
    const countFailed = async (since: string): Promise<number> =>
      (await api('GET', `/${id}/deliveries?failed_since=${since}`)).body.pagination.total_count;
    expect(await failedSince(after(delivery.created_at))).toContain(id);
    expect(await countFailed(after(delivery.created_at))).toBe(1);
    expect(await failedSince(after(delivery.last_attempt_at))).not.toContain(id);
    expect(await countFailed(after(delivery.last_attempt_at))).toBe(0);
    const healthy = await create('/never-called');
    expect(await failedSince('2020-01-01')).not.toContain(healthy);
    await stop(healthy);
    const [first, second, third] = requests.map(({ at }) => at) as [number, number, number];
    expect(second - first).toBeGreaterThanOrEqual(80);
    expect(third - second).toBeGreaterThanOrEqual(240);
    expect(delivery).toMatchObject({ attempts: 3, next_attempt_at: null, response_status: 500 });
    expect(delivery.event).toEqual(JSON.parse(requests[0]?.text ?? ''));
    expect(delivery.attempt_log).toHaveLength(3);
    expect(delivery.attempt_log[0]).toEqual({
      attempt: 1,
      started_at: expect.any(String),
      response_status: 500,
      response_headers: expect.objectContaining({ connection: 'keep-alive' }),
      response_body: 'received',
      response_time_ms: expect.any(Number),
      error_message: 'The receiver answered 500.',
    });
    await stop(id);
  });

  it('succeeds when the receiver is available again', async () => {
    let times = 0;
    const id = await deliver('/back', (response) => response.writeHead((times += 1) < 3 ? 502 : 204).end());
    expect(await settled(id, 'success')).toMatchObject({ attempts: 3, response_status: 204, error_message: null });
    await stop(id);
  });

  it('waits as long as a 429 or 503 asks for', async () => {
    let times = 0;
    const id = await deliver('/busy', (response) => {
      times += 1;
      if (times === 1) response.writeHead(429, { 'Retry-After': '1' }).end();
      else if (times === 2) response.writeHead(503, { 'Retry-After': new Date(Date.now() + 2000).toUTCString() }).end();
      else response.end();
    });
    await settled(id, 'success');
    const [first, second, third] = (await receiver.waitFor('/busy', 3)).map(({ at }) => at) as [number, number, number];
    expect(second - first).toBeGreaterThanOrEqual(1000);
    // The date has no milliseconds.
    expect(third - second).toBeGreaterThanOrEqual(990);
    await stop(id);
  });

  it('is also one with a redirect, which is not followed', async () => {
    const id = await deliver('/moved', (response) => response.writeHead(302, { Location: '/elsewhere' }).end());
    expect(await settled(id, 'failed')).toMatchObject({ response_status: 302 });
    expect(receiver.received.filter(({ path }) => path === '/elsewhere')).toEqual([]);
    await stop(id);
  });

  it('has the reason if there was no response', async () => {
    const id = await deliver('/cut', (response) => response.destroy());
    expect(await settled(id, 'failed')).toMatchObject({
      response_status: null,
      error_message: 'The connection to the server of this address failed.',
      attempt_log: [{ response_headers: null, response_body: null }, {}, {}],
    });
    await stop(id);
  });
});

describe('the answer', () => {
  it('is stored up to 20,000 bytes', async () => {
    const id = await deliver('/chatty', (response) => response.end('a'.repeat(50_000)));
    const { attempt_log: log } = await settled(id, 'success');
    expect(log[0].response_body).toBe('a'.repeat(20_000));
    await stop(id);
  });

  it('410 disables the webhook and ends its pending deliveries', async () => {
    const id = await deliver('/gone', (response) => response.writeHead(503, { 'Retry-After': '100' }).end());
    await settled(id, 'retrying');
    receiver.answer('/gone', 410);
    await execute(workflow);
    const disabled = await eventually(async () => {
      const { data } = (await api('GET', `/${id}`)).body;
      return data.status === 'disabled' ? data : undefined;
    });
    expect(disabled.disabled_reason).toBe('The receiver answered 410 Gone.');
    expect((await deliveriesOf(id)).map((one) => [one.status, one.attempts])).toEqual([
      ['failed', 1],
      ['failed', 1],
    ]);
    await execute(workflow);
    expect(await deliveriesOf(id)).toHaveLength(2);
    expect((await api('PATCH', `/${id}`, { status: 'enabled' })).body.data.disabled_reason).toBeNull();
    await stop(id);
  });

  it('410 of an address that was changed meanwhile disables nothing, and the event reaches the new one', async () => {
    const held = Promise.withResolvers<ServerResponse>();
    const id = await deliver('/moved-from', held.resolve);
    const response = await held.promise;
    await api('PATCH', `/${id}`, { url: `${receiver.url}/moved-to` });
    response.writeHead(410).end();
    const [former] = await receiver.waitFor('/moved-from', 1);
    const [moved] = await receiver.waitFor('/moved-to', 1);
    expect(moved?.headers['webhook-id']).toBe(former?.headers['webhook-id']);
    await settled(id, 'success');
    expect((await api('GET', `/${id}`)).body.data).toMatchObject({ status: 'enabled', disabled_reason: null });
    await stop(id);
  });

  it('can be filtered by status', async () => {
    const id = await deliver('/mixed', 500);
    await settled(id, 'failed');
    receiver.answer('/mixed', 200);
    await api('POST', `/${id}/test`);
    const inState = async (state: string) => (await api('GET', `/${id}/deliveries?status=${state}`)).body;
    expect((await inState('failed')).data.map((one: WebhookDelivery) => one.event_type)).toEqual([
      'execution.completed',
    ]);
    expect((await inState('success')).data.map((one: WebhookDelivery) => one.event_type)).toEqual(['webhook.test']);
    expect((await inState('retrying')).pagination.total_count).toBe(0);
    expect((await inState('lost')).error.code).toBe('validation_error');
    await stop(id);
  });

  /** Puts all deliveries of a webhook and the beginning of its failures that many hours into the past. */
  const age = async (id: string, hours: number) => {
    const { sql } = server.platform.database;
    await sql`UPDATE webhooks SET failing_since = failing_since - ${hours} * interval '1 hour' WHERE id = ${id}`;
    await sql`
      UPDATE webhook_deliveries SET created_at = created_at - ${hours} * interval '1 hour' WHERE webhook_id = ${id}`;
  };
  const test = async (id: string) => api('POST', `/${id}/test`);
  const statusOf = async (id: string): Promise<string> => (await api('GET', `/${id}`)).body.data.status;

  it('that fails for five days disables the webhook; one success resets this', async () => {
    const id = await deliver('/never', 500);
    await settled(id, 'failed');
    await age(id, 108);
    receiver.answer('/never', 200);
    await test(id);
    receiver.answer('/never', 500);
    await test(id);
    await age(id, 12);
    await test(id);
    expect(await statusOf(id)).toBe('enabled');
    await age(id, 108);
    await test(id);
    expect((await api('GET', `/${id}`)).body.data).toMatchObject({
      status: 'disabled',
      disabled_reason: 'Every attempt of the last five days failed.',
    });
    await stop(id);
  });

  it('does not disable a seldom used webhook, unless an earlier one of the same five days failed, too', async () => {
    const id = await deliver('/seldom', 500);
    await settled(id, 'failed');
    await age(id, 121);
    await test(id);
    expect(await statusOf(id)).toBe('enabled');
    // Several at the same time are one outage.
    await test(id);
    expect(await statusOf(id)).toBe('enabled');
    await age(id, 12);
    await test(id);
    expect(await statusOf(id)).toBe('disabled');
    await stop(id);
  });
});

describe('redelivery', () => {
  it('attempts a settled delivery again under the same id', async () => {
    const id = await deliver('/again', 200);
    const { id: deliveryId } = await settled(id, 'success');
    receiver.answer('/again', 500);
    const { status, body } = await api('POST', `/${id}/deliveries/${deliveryId}/redeliver`);
    expect([status, body.data.status]).toEqual([202, 'pending']);
    expect(await settled(id, 'failed')).toMatchObject({ id: deliveryId, attempts: 2, next_attempt_at: null });
    const [first, second] = await receiver.waitFor('/again', 2);
    expect([second?.headers['webhook-id'], second?.text]).toEqual([deliveryId, first?.text]);
    expect((await api('POST', `/${id}/deliveries/dlv_unknown/redeliver`)).status).toBe(404);
    await api('PATCH', `/${id}`, { status: 'disabled' });
    expect((await api('POST', `/${id}/deliveries/${deliveryId}/redeliver`)).status).toBe(400);
    await stop(id);
  });

  it('makes a pending retry happen now', async () => {
    const id = await deliver('/sooner', (response) => response.writeHead(503, { 'Retry-After': '600' }).end());
    const { id: deliveryId, ...retrying } = await settled(id, 'retrying');
    // Of a retry that is minutes away: during an attempt, the time of the next one is null.
    expect(retrying).toMatchObject({
      next_attempt_at: expect.any(String),
      error_message: 'The receiver answered 503.',
    });
    receiver.answer('/sooner', 200);
    expect((await api('POST', `/${id}/deliveries/${deliveryId}/redeliver`)).body.data.status).toBe('retrying');
    expect(await settled(id, 'success')).toMatchObject({ id: deliveryId, attempts: 2 });
    await stop(id);
  });

  it.each([
    ['the last one', 'failed'],
    ['one that is retried later', 'retrying'],
  ])('during an attempt follows if that fails: %s', async (_, state) => {
    const path = `/during-${state}`;
    const refuse = (response: ServerResponse) => response.writeHead(503, { 'Retry-After': '600' }).end();
    const id = await deliver(path, refuse);
    const { id: deliveryId } = await settled(id, 'retrying');
    const redeliver = async () => api('POST', `/${id}/deliveries/${deliveryId}/redeliver`);
    if (state === 'failed') {
      receiver.answer(path, 200);
      await redeliver();
      await settled(id, 'success');
    }
    const answered = Promise.withResolvers<ServerResponse>();
    receiver.answer(path, answered.resolve);
    await redeliver();
    const response = await answered.promise;
    expect((await redeliver()).status).toBe(202);
    receiver.answer(path, 200);
    refuse(response);
    const attempts = state === 'failed' ? 4 : 3;
    expect(await settled(id, 'success')).toMatchObject({ id: deliveryId, attempts });
    // A request during an attempt that succeeds causes no other.
    const succeeded = Promise.withResolvers<ServerResponse>();
    receiver.answer(path, succeeded.resolve);
    await redeliver();
    const last = await succeeded.promise;
    await redeliver();
    receiver.answer(path, 500);
    last.writeHead(200).end();
    expect(await settled(id, 'success')).toMatchObject({ attempts: attempts + 1, next_attempt_at: null });
    await stop(id);
  });
});

it('deliveries are listed newest first, in pages', async () => {
  const id = await create('/listed');
  for (let i = 0; i < 3; i += 1) await api('POST', `/${id}/test`);
  const { data, pagination } = (await api('GET', `/${id}/deliveries?per_page=2&page=1`)).body;
  expect(pagination).toMatchObject({ total_count: 3, total_pages: 2, has_next: true });
  const rest = (await api('GET', `/${id}/deliveries?per_page=2&page=2`)).body.data;
  const times: number[] = [...data, ...rest].map((one: WebhookDelivery) => Date.parse(one.created_at));
  expect(times).toEqual(times.toSorted((a, b) => b - a));
  await stop(id);
});
