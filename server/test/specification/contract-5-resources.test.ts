import { beforeAll, describe, expect, it } from 'vitest';
import { call } from '../client.ts';
import { expectInvalid, expectUnknown } from './fields.ts';
import { type Body, fileForm, useWorld, workflowOf } from './world.ts';

const world = useWorld();

describe('Contract 5 Resources', () => {
  let workflow: Body;
  let agent: Body;
  beforeAll(async () => {
    workflow = await world.make('/workflows', workflowOf());
    agent = await world.agent();
  });

  const kinds: [path: string, resource: string, prefix: string, create: () => object, patch: object][] = [
    ['/workflows', 'workflow', 'wf', () => workflowOf(), { name: 'Changed' }],
    ['/triggers', 'trigger', 'trg', () => ({ name: 'T', workflow_id: workflow.id }), { name: 'Changed' }],
    ['/agents', 'agent', 'agt', () => ({ name: 'A' }), { name: 'Changed' }],
    ['/knowledge-bases', 'knowledge base', 'kb', () => ({ name: 'K' }), { name: 'Changed' }],
    ['/webhooks', 'webhook', 'whk', () => ({ url: `${world.receiver.url}/hook` }), { name: 'Changed' }],
    ['/chat-interfaces', 'chat interface', 'chi', () => ({ name: 'C', agent_id: agent.id }), { name: 'Changed' }],
    [
      '/form-interfaces',
      'form interface',
      'fmi',
      () => ({ title: 'F', target_type: 'agent', agent_id: agent.id }),
      { name: 'Changed' },
    ],
  ];
  /** Fields that are shown once, at creation. */
  const once = new Set(['secret', 'identity_secret']);

  describe.each(kinds)('GET/POST %s and GET/PATCH/DELETE %s/:id', (path, resource, prefix, create, patch) => {
    const make = async (): Promise<Body> => {
      const data = await world.make(path, create());
      return Object.fromEntries(Object.entries(data).filter(([field]) => !once.has(field)));
    };
    it('Create returns 201', async () => {
      const { status, body } = await world.api('POST', path, { body: create() });
      expect(status).toBe(201);
      expect(body.data.id).toMatch(new RegExp(`^${prefix}_[0-9a-z]{26}$`));
    });
    it('GET :id shows it', async () => {
      const made = await make();
      expect(await world.get(`${path}/${made.id}`)).toEqual(made);
    });
    it('GET lists it, newest first', async () => {
      const made = await make();
      const { status, body } = await world.api('GET', path);
      expect([status, body.data[0].id, body.pagination.page]).toEqual([200, made.id, 1]);
    });
    it('PATCH changes only the fields it names', async () => {
      const made = await make();
      const { status, body } = await world.api('PATCH', `${path}/${made.id}`, { body: patch });
      expect(status).toBe(200);
      const { updated_at: _updated, version: _version, ...rest } = made;
      expect(body.data).toMatchObject({ ...rest, ...patch });
      expect(await world.get(`${path}/${made.id}`)).toEqual(body.data);
    });
    it('PATCH refuses unknown fields', async () => {
      const made = await make();
      expectInvalid(await world.api('PATCH', `${path}/${made.id}`, { body: { colour: 'red' } }), 'body.colour');
    });
    it('Delete returns {id, deleted: true}, and the resource is gone', async () => {
      const made = await make();
      const { status, body } = await world.api('DELETE', `${path}/${made.id}`);
      expect([status, body.data]).toEqual([200, { id: made.id, deleted: true }]);
      for (const method of ['GET', 'DELETE']) {
        expectUnknown(await world.api(method, `${path}/${made.id}`), resource, made.id);
      }
      expectUnknown(await world.api('PATCH', `${path}/${made.id}`, { body: patch }), resource, made.id);
    });
  });

  describe('Workflow', () => {
    it('create {name, description?, input_schema?, definition, status?, max_duration_s?}', async () => {
      const body = { ...workflowOf(), description: 'D', status: 'inactive', max_duration_s: 60 };
      expect(await world.make('/workflows', body)).toMatchObject({
        description: 'D',
        status: 'inactive',
        max_duration_s: 60,
      });
      expectInvalid(await world.api('POST', '/workflows', { body: { name: 'W' } }), 'body.definition');
      expectInvalid(
        await world.api('POST', '/workflows', { body: { definition: workflowOf().definition } }),
        'body.name',
      );
    });
    it('max_duration_s is 3600 by default', async () => {
      expect(workflow.max_duration_s).toBe(3_600);
    });
    it('GET also shows definition and version; a saved change makes a new version', async () => {
      const before = await world.get(`/workflows/${workflow.id}`);
      expect(before).toMatchObject({ version: 1, definition: { nodes: [{ id: 'say' }] } });
      const { definition } = workflowOf([{ id: 'other', type: 'template', config: { text: 'x' } }]);
      const { data } = (await world.api('PATCH', `/workflows/${workflow.id}`, { body: { definition } })).body;
      expect(data).toMatchObject({ version: 2, definition: { nodes: [{ id: 'other' }] } });
    });
    it('an inactive one can’t be executed (400)', async () => {
      const { id } = await world.make('/workflows', { ...workflowOf(), status: 'inactive' });
      const answer = await world.api('POST', `/workflows/${id}/execute`, { body: {} });
      expect([answer.status, answer.body.error.code]).toEqual([400, 'validation_error']);
    });
  });

  describe('File', () => {
    it('POST /api/v1/files (multipart file), with a signed download_url', async () => {
      const { status, body } = await world.api('POST', '/files', { form: fileForm('a.txt', 'Hello') });
      expect(status).toBe(201);
      expect(body.data).toEqual({
        id: expect.stringMatching(/^fil_[0-9a-z]{26}$/),
        file_name: 'a.txt',
        file_size: 5,
        mime_type: 'text/plain',
        download_url: expect.stringMatching(/\/files\/fil_[0-9a-z]{26}\?expires=\d+&signature=/),
        created_at: expect.stringMatching(/Z$/),
      });
    });
    it('file is required', async () => {
      expectInvalid(await world.api('POST', '/files', { form: new FormData() }), 'body.file');
    });
    it('GET and DELETE /api/v1/files/:id; a deleted one can’t be downloaded', async () => {
      const { id, download_url: address } = (await world.api('POST', '/files', { form: fileForm('a.txt', 'Hi') })).body
        .data;
      expect(await world.get(`/files/${id}`)).toMatchObject({ id, file_name: 'a.txt' });
      const { pathname, search } = new URL(address);
      expect((await fetch(world.server.url + pathname + search)).status).toBe(200);
      expect((await world.api('DELETE', `/files/${id}`)).body.data).toEqual({ id, deleted: true });
      expectUnknown(await world.api('GET', `/files/${id}`), 'file', id);
      expect((await fetch(world.server.url + pathname + search)).status).toBe(404);
    });
  });

  describe('Trigger', () => {
    const trigger = async (fields: object) =>
      world.make('/triggers', { name: 'T', workflow_id: workflow.id, ...fields });
    it('inputs are defaults, merged under the caller’s; the execute response’s inputs are the merged ones', async () => {
      const { id } = await trigger({ inputs: { a: 1, b: 1 } });
      expect((await world.make(`/triggers/${id}/execute`, { inputs: { b: 2 } })).inputs).toEqual({ a: 1, b: 2 });
    });
    it('schedule {cron, timezone}', async () => {
      const schedule = { cron: '*/5 * * * *' };
      expect(await trigger({ type: 'schedule', schedule })).toMatchObject({
        schedule: { ...schedule, timezone: 'UTC' },
      });
      const wrong = (more: object) =>
        world.api('POST', '/triggers', {
          body: { name: 'T', workflow_id: workflow.id, type: 'schedule', schedule: { ...schedule, ...more } },
        });
      expectInvalid(await wrong({ cron: 'now and then' }), 'body.schedule.cron');
      expectInvalid(await wrong({ timezone: 'Nowhere/At_all' }), 'body.schedule.timezone');
    });
    it('last_fired_at is null until it fires', async () => {
      const { id, last_fired_at: before } = await trigger({});
      await world.make(`/triggers/${id}/execute`);
      expect([before, (await world.get(`/triggers/${id}`)).last_fired_at]).toEqual([null, expect.stringMatching(/Z$/)]);
    });

    describe('A webhook trigger is fired by POST /hooks/{id}', () => {
      let hook: Body;
      beforeAll(async () => {
        hook = await trigger({ type: 'webhook', inputs: { a: 1 } });
      });
      const fire = async (headers: Record<string, string>, body: unknown = { b: 2 }) =>
        call(world.server, 'POST', `/hooks/${hook.id}`, { key: null, headers, body });
      const token = () => ({ 'X-Portico-Token': hook.webhook.secret });
      it('with X-Portico-Token: <secret>: 202 {execution_id}; an object body becomes the inputs', async () => {
        const { status, body } = await fire(token());
        expect([status, body.data]).toEqual([202, { execution_id: expect.stringMatching(/^exe_/) }]);
        expect((await world.get(`/executions/${body.data.execution_id}`)).inputs).toEqual({ a: 1, b: 2 });
      });
      it('anything else becomes {body}', async () => {
        const { body } = await fire(token(), ['x']);
        expect((await world.get(`/executions/${body.data.execution_id}`)).inputs).toEqual({ a: 1, body: ['x'] });
      });
      it('with a Standard Webhooks signature', async () => {
        const { Webhook } = await import('standardwebhooks');
        const text = JSON.stringify({ b: 3 });
        const now = new Date();
        const signature = new Webhook(hook.webhook.secret).sign('msg_1', now, text);
        const response = await fetch(`${world.server.url}/hooks/${hook.id}`, {
          method: 'POST',
          headers: {
            'Content-Type': 'application/json',
            'webhook-id': 'msg_1',
            'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
            'webhook-signature': signature,
          },
          body: text,
        });
        expect(response.status).toBe(202);
      });
      it('401 on a wrong secret', async () => {
        for (const headers of [{}, { 'X-Portico-Token': 'wrong' }, { 'webhook-signature': 'v1,wrong' }]) {
          expect((await fire(headers)).status).toBe(401);
        }
      });
      it('400 when disabled', async () => {
        await world.api('PATCH', `/triggers/${hook.id}`, { body: { enabled: false } });
        expect((await fire(token())).status).toBe(400);
      });
    });
  });

  describe('Webhook', () => {
    it('{id, name?, url, event_types[], status, disabled_reason?, secret, created_at, updated_at}', async () => {
      const url = `${world.receiver.url}/hook`;
      expect(await world.make('/webhooks', { url })).toEqual({
        id: expect.stringMatching(/^whk_/),
        name: null,
        url,
        event_types: ['*'],
        status: 'enabled',
        disabled_reason: null,
        secret: expect.stringMatching(/^whsec_/),
        created_at: expect.stringMatching(/Z$/),
        updated_at: expect.stringMatching(/Z$/),
      });
    });
    it('event_types are known ones', async () => {
      const body = { url: `${world.receiver.url}/hook`, event_types: ['execution.exploded'] };
      expectInvalid(await world.api('POST', '/webhooks', { body }), 'body.event_types[0]');
    });
    it('the secret is shown at creation and rotation only', async () => {
      const { id, secret } = await world.make('/webhooks', { url: `${world.receiver.url}/hook` });
      const rotated = await world.make(`/webhooks/${id}/rotate-secret`);
      expect(rotated.secret).toMatch(/^whsec_/);
      expect(rotated.secret).not.toBe(secret);
      expect(await world.get(`/webhooks/${id}`)).not.toHaveProperty('secret');
    });
    it('both secrets sign after a rotation', async () => {
      const { Webhook } = await import('standardwebhooks');
      const { id, secret } = await world.make('/webhooks', { url: `${world.receiver.url}/rotated` });
      const { secret: next } = await world.make(`/webhooks/${id}/rotate-secret`);
      await world.make(`/webhooks/${id}/test`);
      const [{ text, headers } = { text: '', headers: {} }] = await world.receiver.waitFor('/rotated', 1);
      for (const one of [secret, next]) {
        expect(new Webhook(one).verify(text, headers as Record<string, string>)).toBeTruthy();
      }
    });
    it('GET …/deliveries/:delivery_id shows every attempt; redeliver is another attempt of the same delivery', async () => {
      world.receiver.answer('/twice', (response) => response.end('x'.repeat(30_000)));
      const { id } = await world.make('/webhooks', { url: `${world.receiver.url}/twice` });
      const { delivery_id: delivery } = await world.make(`/webhooks/${id}/test`);
      const { status } = await world.api('POST', `/webhooks/${id}/deliveries/${delivery}/redeliver`);
      expect(status).toBeLessThan(300);
      const received = await world.receiver.waitFor('/twice', 2);
      expect(new Set(received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([delivery]));
      const log: Body[] = (await world.get(`/webhooks/${id}/deliveries/${delivery}`)).attempt_log;
      expect(log[0]).toMatchObject({ attempt: 1, response_status: 200, response_headers: expect.any(Object) });
      expect(log[0].response_body).toHaveLength(20_000);
    });
  });

  describe('Knowledge base', () => {
    it('create {name, description?, embedding_model?, chunk_size?, chunk_overlap?} with their defaults', async () => {
      const made = await world.make('/knowledge-bases', { name: 'K' });
      expect(made).toMatchObject({
        description: '',
        chunk_size: 512,
        chunk_overlap: 64,
        embedding_model: expect.any(String),
      });
    });
    it.each([
      [{ chunk_size: 63 }, 'body.chunk_size'],
      [{ chunk_size: 2_049 }, 'body.chunk_size'],
      [{ chunk_size: 64, chunk_overlap: 64 }, 'body.chunk_overlap'],
      [{ chunk_overlap: -1 }, 'body.chunk_overlap'],
    ])('refuses %j', async (fields, path) => {
      expectInvalid(await world.api('POST', '/knowledge-bases', { body: { name: 'K', ...fields } }), path);
    });

    describe('Documents', () => {
      let base: string;
      let documents: string;
      beforeAll(async () => {
        base = (await world.make('/knowledge-bases', { name: 'Docs' })).id;
        documents = `/knowledge-bases/${base}/documents`;
      });
      it('POST as JSON {name, text}, with metadata', async () => {
        const { id, status, metadata } = await world.make(documents, {
          name: 'a.md',
          text: 'One.',
          metadata: { x: 1 },
        });
        expect([status, metadata]).toEqual(['queued', { x: 1 }]);
        expect(await world.until(`${documents}/${id}`, 'ready')).toMatchObject({
          error: null,
          chunk_count: 1,
          source: 'text',
        });
      });
      it('POST as JSON {url, mode}', async () => {
        world.receiver.answer('/page', (response) => response.end('A page about herons.'));
        const { id } = await world.make(documents, { url: `${world.receiver.url}/page`, mode: 'text' });
        expect(await world.until(`${documents}/${id}`, 'ready')).toMatchObject({ source: 'url', chunk_count: 1 });
      });
      it('POST as multipart file, with metadata', async () => {
        const form = fileForm('b.txt', 'Two.', { metadata: '{"y":2}' });
        const { status, body } = await world.api('POST', documents, { form });
        expect(status).toBe(201);
        expect(body.data).toMatchObject({ name: 'b.txt', source: 'file', metadata: { y: 2 } });
      });
      it('status failed with error', async () => {
        const form = fileForm('broken.pdf', '%PDF-1.7 nothing');
        const { id } = (await world.api('POST', documents, { form })).body.data;
        const failed = await world.until(`${documents}/${id}`, 'failed');
        expect(failed.error).toEqual({ code: expect.any(String), message: expect.any(String) });
      });
      it('Re-adding the same bytes is one document', async () => {
        const first = await world.make(documents, { name: 'c.md', text: 'The same.' });
        const again = await world.make(documents, { name: 'c.md', text: 'The same.' });
        expect(again.id).toBe(first.id);
      });
      it('GET lists them, DELETE removes one with its chunks', async () => {
        const { id } = await world.make(documents, { name: 'd.md', text: 'Otters swim.' });
        await world.until(`${documents}/${id}`, 'ready');
        expect((await world.get(documents)).map((document: Body) => document.id)).toContain(id);
        const query = async () =>
          (await world.make(`/knowledge-bases/${base}/query`, { query: 'Otters swim', top_k: 20 })).results;
        expect((await query()).map((result: Body) => result.document_id)).toContain(id);
        expect((await world.api('DELETE', `${documents}/${id}`)).body.data).toEqual({ id, deleted: true });
        expect((await query()).map((result: Body) => result.document_id)).not.toContain(id);
      });
      it('Query also takes mode, filter and min_score', async () => {
        const query = async (more: object) =>
          (await world.make(`/knowledge-bases/${base}/query`, { query: 'One', ...more })).results;
        expect((await query({ mode: 'hybrid' })).length).toBeGreaterThan(0);
        expect((await query({ filter: { x: 1 } })).map((result: Body) => result.metadata.x)).toEqual([1]);
        expect(await query({ filter: { x: 2 } })).toEqual([]);
        expect((await query({ min_score: 0.9 })).every((result: Body) => result.score >= 0.9)).toBe(true);
        const answer = await world.api('POST', `/knowledge-bases/${base}/query`, {
          body: { query: 'One', mode: 'magic' },
        });
        expectInvalid(answer, 'body.mode');
      });
    });
  });
});
