import { Webhook } from 'standardwebhooks';
import { beforeAll, describe, expect, it } from 'vitest';
import { call, eventually } from '../client.ts';
import { makeForm, newVisitor } from './interfaces.ts';
import { approval, type Body, failure, fileForm, useWorld, workflowOf } from './world.ts';

const world = useWorld();
const quick = useWorld({ WEBHOOK_RETRY_SCHEDULE: '1,1' });

describe('Contract 9 Outgoing webhooks', () => {
  describe('Standard Webhooks 1.0.0', () => {
    let secret: string;
    let received: { headers: Body; text: string };
    let delivery: string;
    beforeAll(async () => {
      const webhook = await world.make('/webhooks', { url: `${world.receiver.url}/standard` });
      ({ secret } = webhook);
      delivery = (await world.make(`/webhooks/${webhook.id}/test`)).delivery_id;
      const [first] = await world.receiver.waitFor('/standard', 1);
      if (first === undefined) throw new Error('nothing was received');
      received = first;
    });
    it('webhook-id: the delivery’s id', () => {
      expect(received.headers['webhook-id']).toBe(delivery);
    });
    it('webhook-timestamp: Unix seconds', () => {
      expect(Math.abs(Number(received.headers['webhook-timestamp']) - Date.now() / 1_000)).toBeLessThan(120);
    });
    it('webhook-signature: v1, base64 HMAC-SHA256, which the official package verifies', () => {
      expect(received.headers['webhook-signature']).toMatch(/^v1,[A-Za-z0-9+/]{43}=$/);
      expect(new Webhook(secret).verify(received.text, received.headers)).toBeTruthy();
    });
    it('body {id, type, timestamp, data}', () => {
      expect(JSON.parse(received.text)).toEqual({
        id: delivery,
        type: 'webhook.test',
        timestamp: expect.stringMatching(/\.\d{3}Z$/),
        data: expect.any(Object),
      });
    });
  });

  describe('types, each with its resource as returned by its GET', () => {
    const seen = new Map<string, Body>();
    const wanted = async (type: string): Promise<Body> =>
      eventually(async () => {
        for (const { text } of world.receiver.received) {
          const event = JSON.parse(text);
          if (!seen.has(event.type)) seen.set(event.type, event.data);
        }
        return seen.get(type);
      });
    const run = async (node?: object): Promise<string> => {
      const { id } = await world.make('/workflows', workflowOf(node === undefined ? undefined : [node]));
      return (await world.make(`/workflows/${id}/execute`)).execution_id;
    };
    beforeAll(async () => {
      await world.make('/webhooks', { url: `${world.receiver.url}/all` });
      await run();
      await run(failure);
      const waiting = await run(approval);
      await world.until(`/executions/${waiting}`, 'waiting');
      await world.make(`/executions/${waiting}/cancel`);
      const thread = await world.thread();
      await world.make(`/threads/${thread.id}/messages`, { content: 'Hi' });
      const visitor = { key: null, headers: newVisitor() };
      const form = await makeForm(world);
      await world.post(`${form.base}/submissions`, { message: 'Hi' }, visitor);
      const { id: broken } = await world.make('/workflows', workflowOf([failure]));
      const bad = await makeForm(world, { workflow_id: broken });
      await world.post(`${bad.base}/submissions`, { message: 'Hi' }, visitor);
      const fields = { name: 'R', category: 'Research', model: 'double', sopSteps: ['Look'] };
      const persona = await world.post('/api/personas', { ...fields, autonomyLevel: 'full_auto' });
      await world.post(`/api/personas/${persona.id}/instances`, { taskTitle: 'Study' });
      const careful = await world.post('/api/personas', { ...fields, autonomyLevel: 'approve_all' });
      await world.post(`/api/personas/${careful.id}/instances`, { taskTitle: 'Study' });
      const { id: base } = await world.make('/knowledge-bases', { name: 'K' });
      await world.make(`/knowledge-bases/${base}/documents`, { name: 'a.md', text: 'One.' });
      await world.api('POST', `/knowledge-bases/${base}/documents`, { form: fileForm('b.pdf', '%PDF-1.7 no') });
    });
    it.each([
      ['execution.started', /^exe_/, 'status'],
      ['execution.completed', /^exe_/, 'outputs'],
      ['execution.failed', /^exe_/, 'error'],
      ['execution.cancelled', /^exe_/, 'cancelled_at'],
      ['execution.waiting', /^exe_/, 'workflow_id'],
      ['message.created', /^msg_/, 'content'],
      ['form.submitted', /^sub_/, 'interface_id'],
      ['form.completed', /^sub_/, 'output'],
      ['form.failed', /^sub_/, 'error'],
      ['persona.started', /^ins_/, 'progress'],
      ['persona.completed', /^ins_/, 'progress'],
      ['persona.approval_required', /^ins_/, 'approvals'],
      ['document.ready', /^doc_/, 'chunk_count'],
      ['document.failed', /^doc_/, 'error'],
    ])('%s', async (type, id, field) => {
      const data = await wanted(type);
      expect(data.id).toMatch(id);
      expect(data[field]).toEqual(expect.anything());
    });
    it('persona.failed', async () => {
      world.model.always({ status: 400, error: { message: 'no' } });
      const fields = { name: 'R', category: 'Research', model: 'double', sopSteps: ['Look'] };
      const persona = await world.post('/api/personas', { ...fields, autonomyLevel: 'full_auto' });
      await world.post(`/api/personas/${persona.id}/instances`, { taskTitle: 'Study' });
      expect(await wanted('persona.failed')).toMatchObject({ status: 'failed', error: { code: expect.any(String) } });
    });
    it('data of an execution is as returned by its GET', async () => {
      const data = await wanted('execution.completed');
      expect(await world.get(`/executions/${data.id}`)).toEqual(data);
    });
    it('without secrets: a task without its link', async () => {
      expect(await wanted('persona.started')).not.toHaveProperty('link');
    });
    it('without contents over 20,000 bytes', async () => {
      const large = await run({ id: 'say', type: 'template', config: { text: 'x'.repeat(25_000) } });
      await world.until(`/executions/${large}`, 'completed');
      const { id } = await world.make('/workflows', workflowOf(undefined, { outputs: { text: 'y'.repeat(25_000) } }));
      const { execution_id: second } = await world.make(`/workflows/${id}/execute`);
      await eventually(async () => {
        const event = world.receiver.received
          .map(({ text }) => JSON.parse(text))
          .find(({ type, data }) => type === 'execution.completed' && data.id === second);
        if (event === undefined) return undefined;
        expect(event.data).toMatchObject({ outputs: null, omitted: ['outputs'] });
        return true;
      });
    });
  });

  describe('The receiver’s response', () => {
    const test = async (path: string) => {
      const { id } = await world.make('/webhooks', { url: world.receiver.url + path, event_types: ['webhook.test'] });
      return { id, result: await world.make(`/webhooks/${id}/test`) };
    };
    it.each([200, 201, 204, 299])('Only 2xx is success: %i', async (status) => {
      world.receiver.answer(`/status-${status}`, status);
      expect((await test(`/status-${status}`)).result).toMatchObject({ success: true, status_code: status });
    });
    it.each([304, 400, 404, 500])('Only 2xx is success: not %i', async (status) => {
      world.receiver.answer(`/status-${status}`, status);
      expect((await test(`/status-${status}`)).result).toMatchObject({ success: false, status_code: status });
    });
    it('redirects are not followed', async () => {
      world.receiver.answer('/moved', (response) =>
        response.writeHead(302, { Location: `${world.receiver.url}/target` }).end(),
      );
      expect((await test('/moved')).result).toMatchObject({ success: false, status_code: 302 });
      expect(world.receiver.received.filter(({ path }) => path === '/target')).toEqual([]);
    });
    it('410 disables the webhook', async () => {
      quick.receiver.answer('/gone', 410);
      const { id } = await quick.make('/webhooks', {
        url: `${quick.receiver.url}/gone`,
        event_types: ['execution.started'],
      });
      const { id: workflow } = await quick.make('/workflows', workflowOf());
      await quick.make(`/workflows/${workflow}/execute`);
      const webhook = await quick.until(`/webhooks/${id}`, 'disabled');
      expect(webhook.disabled_reason).toMatch(/./);
      expect(await quick.get(`/webhooks/${id}/deliveries`)).toMatchObject([{ status: 'failed', attempts: 1 }]);
    });
    it.each([429, 503])('Retry-After is respected with %i', async (status) => {
      quick.receiver.answer(`/later-${status}`, (response) =>
        response.writeHead(status, { 'Retry-After': '4000' }).end(),
      );
      const url = `${quick.receiver.url}/later-${status}`;
      const { id } = await quick.make('/webhooks', { url, event_types: ['execution.started'] });
      const { id: workflow } = await quick.make('/workflows', workflowOf());
      await quick.make(`/workflows/${workflow}/execute`);
      const delivery = await eventually(async () => {
        const [first] = await quick.get(`/webhooks/${id}/deliveries`);
        return first?.status === 'retrying' ? first : undefined;
      });
      expect(Date.parse(delivery.next_attempt_at) - Date.now()).toBeGreaterThan(3_900_000);
    });
    it('POST /:id/test records the delivery, and does not retry', async () => {
      quick.receiver.answer('/bad', 500);
      const { id } = await quick.make('/webhooks', { url: `${quick.receiver.url}/bad` });
      await quick.make(`/webhooks/${id}/test`);
      const [delivery] = await quick.get(`/webhooks/${id}/deliveries`);
      expect(delivery).toMatchObject({
        event_type: 'webhook.test',
        status: 'failed',
        attempts: 1,
        next_attempt_at: null,
      });
    });
  });

  it('Retries on the schedule (WEBHOOK_RETRY_SCHEDULE), the same webhook-id across them; then failed', async () => {
    quick.receiver.answer('/never', 500);
    const { id } = await quick.make('/webhooks', {
      url: `${quick.receiver.url}/never`,
      event_types: ['execution.started'],
    });
    const { id: workflow } = await quick.make('/workflows', workflowOf());
    await quick.make(`/workflows/${workflow}/execute`);
    const attempts = await quick.receiver.waitFor('/never', 3);
    expect(new Set(attempts.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(attempts.map(({ text }) => text)).size).toBe(1);
    const gaps = attempts.slice(1).map(({ at }, index) => at - (attempts[index]?.at ?? 0));
    for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(800);
    await eventually(async () => (await quick.get(`/webhooks/${id}/deliveries`))[0].status === 'failed' || undefined);
    expect(attempts).toHaveLength(3);
  });
  it('the schedule’s default: the first retry after 5 s ± 20 %', async () => {
    world.receiver.answer('/five', 500);
    const { id } = await world.make('/webhooks', {
      url: `${world.receiver.url}/five`,
      event_types: ['execution.started'],
    });
    const { id: workflow } = await world.make('/workflows', workflowOf());
    await world.make(`/workflows/${workflow}/execute`);
    const delivery = await eventually(async () => {
      const [first] = await world.get(`/webhooks/${id}/deliveries`);
      return first?.attempts === 1 && first.next_attempt_at !== null ? first : undefined;
    });
    const delay =
      Date.parse(delivery.next_attempt_at) - Date.parse(delivery.last_attempt_at) - delivery.response_time_ms;
    expect(delay).toBeGreaterThan(3_500);
    expect(delay).toBeLessThan(7_500);
  });
  it('A slow receiver delays no other receiver', async () => {
    world.receiver.answer('/hangs', () => {});
    await world.make('/webhooks', { url: `${world.receiver.url}/hangs`, event_types: ['execution.started'] });
    await world.make('/webhooks', { url: `${world.receiver.url}/prompt`, event_types: ['execution.started'] });
    const { id: workflow } = await world.make('/workflows', workflowOf());
    for (let run = 0; run < 5; run += 1) await world.make(`/workflows/${workflow}/execute`);
    expect(await world.receiver.waitFor('/prompt', 5)).toHaveLength(5);
    const { received } = world.receiver;
    expect(received.some(({ path }) => path === '/hangs')).toBe(true);
  });
  it('only the types to which a webhook has subscribed are sent', async () => {
    await world.make('/webhooks', { url: `${world.receiver.url}/only`, event_types: ['execution.failed'] });
    const { id: workflow } = await world.make('/workflows', workflowOf([failure]));
    await world.make(`/workflows/${workflow}/execute`);
    const events = await world.receiver.waitFor('/only', 1);
    expect(events.map(({ text }) => JSON.parse(text).type)).toEqual(['execution.failed']);
    expect((await call(world.server, 'GET', '/api/v1/webhooks')).status).toBe(200);
  });
});
