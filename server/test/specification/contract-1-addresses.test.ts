import { beforeAll, describe, expect, it } from 'vitest';
import { call, readEvents } from '../client.ts';
import { expectError, expectInvalid, expectUnknown } from './fields.ts';
import { makeChat, makeForm, newVisitor } from './interfaces.ts';
import { type Body, fileForm, useWorld, workflowOf } from './world.ts';

const world = useWorld();
const stranger = useWorld();
const visit = async (path: string) => call(world.server, 'GET', path, { key: null, headers: newVisitor() });

describe('Contract 1 Addresses', () => {
  let agent: Body;
  let form: Body;
  let chat: Body;
  let task: Body;
  beforeAll(async () => {
    agent = await world.agent();
    form = await makeForm(world);
    chat = await makeChat(world);
    const fields = { name: 'R', category: 'Research', model: 'double', sopSteps: ['Look'] };
    const persona = await world.post('/api/personas', fields);
    task = await world.post(`/api/personas/${persona.id}/instances`, { taskTitle: 'Study' });
  });

  describe('mounts', () => {
    const envelope = async (method: string, path: string, body?: unknown) =>
      Object.keys((await call(world.server, method, path, body === undefined ? {} : { body })).body).toSorted();
    it.each(['/api/v1', '/v1'])('%s/*: {data, pagination?, meta} snake_case', async (mount) => {
      expect(await envelope('GET', `${mount}/agents`)).toEqual(['data', 'meta', 'pagination']);
      expect(await envelope('GET', `${mount}/agents/${agent.id}`)).toEqual(['data', 'meta']);
    });
    it('POST /v1/agents, /v1/agents/{id}/chat: {success, data} camelCase', async () => {
      expect(await envelope('POST', '/v1/agents', { name: 'A' })).toEqual(['data', 'success']);
      expect(await envelope('POST', `/v1/agents/${agent.id}/chat`, { message: 'Hi' })).toEqual(['data', 'success']);
    });
    it('POST /v1/agents/{id}/chat/stream', async () => {
      const request = { method: 'POST', body: { message: 'Hi' } };
      const events = await readEvents(world.server, `/v1/agents/${agent.id}/chat/stream`, request);
      expect(events.at(-1)?.event).toBe('done');
    });
    it('POST /api/v1/agents: versioned', async () => {
      expect(await envelope('POST', '/api/v1/agents', { name: 'A' })).toEqual(['data', 'meta']);
    });
    it.each(['/api/public', '/public'])('%s/*: {data, meta} camelCase', async (mount) => {
      for (const path of [`chat-interfaces/${chat.slug}`, `form-interfaces/${form.slug}`]) {
        const { status, body } = await visit(`${mount}/${path}`);
        expect(status).toBe(200);
        expect(Object.keys(body).toSorted()).toEqual(['data', 'meta']);
        expect(Object.keys(body.data).filter((name) => name.includes('_'))).toEqual([]);
      }
    });
    it('/api/personas/*: {data, pagination?, meta} camelCase', async () => {
      expect(await envelope('GET', '/api/personas')).toEqual(['data', 'meta', 'pagination']);
      expect(Object.keys(task).filter((name) => name.includes('_'))).toEqual([]);
    });
    it('/files/{id}?expires=&signature=: the file', async () => {
      const { download_url: address } = (await world.api('POST', '/files', { form: fileForm('a.txt', 'Hello') })).body
        .data;
      const { pathname, search, searchParams } = new URL(address);
      expect([...searchParams.keys()].toSorted()).toEqual(['expires', 'signature']);
      expect((await visit(pathname + search)).body).toBe('Hello');
      expect((await visit(pathname)).status).not.toBe(200);
    });
    it('/hooks/{trigger id}: inbound webhook triggers, versioned', async () => {
      const { id: workflowId } = await world.make('/workflows', workflowOf());
      const { id, webhook } = await world.make('/triggers', { name: 'H', workflow_id: workflowId, type: 'webhook' });
      const headers = { 'X-Portico-Token': webhook.secret };
      const { status, body } = await call(world.server, 'POST', `/hooks/${id}`, { key: null, headers, body: {} });
      expect([status, Object.keys(body).toSorted()]).toEqual([202, ['data', 'meta']]);
    });
    it.each([
      ['/healthz', 200],
      ['/readyz', 200],
      ['/openapi.json', 200],
      ['/docs', 200],
      ['/', 200],
      ['/embed.js', 200],
      ['/v1/embed.js', 200],
    ])('%s', async (path, status) => {
      expect((await visit(path)).status).toBe(status);
    });
    it('/metrics, to callers on loopback', async () => {
      const { status, body } = await call(world.server, 'GET', '/metrics', { key: null });
      expect([status, body]).toEqual([200, expect.stringContaining('# HELP')]);
      expect((await visit('/metrics')).status).toBe(404);
    });
    it('/chat/{slug}', async () => {
      expect((await visit(`/chat/${chat.slug}`)).headers.get('content-type')).toContain('text/html');
    });
    it('/forms/{slug}', async () => {
      expect((await visit(`/forms/${form.slug}`)).headers.get('content-type')).toContain('text/html');
    });
    it('/forms/{slug}/s/{submission id}', async () => {
      const { id } = await world.post(`${form.base}/submissions`, { message: 'Hi' }, { key: null });
      expect((await visit(`/forms/${form.slug}/s/${id}`)).headers.get('content-type')).toContain('text/html');
    });
    it('/personas/instances/{id}', async () => {
      expect((await visit(`/personas/instances/${task.id}`)).headers.get('content-type')).toContain('text/html');
    });
  });

  describe('Identifiers: a prefix and 26 time-sortable characters', () => {
    const made: Record<string, string> = {};
    beforeAll(async () => {
      const thread = await world.thread();
      const message = await world.make(`/threads/${thread.id}/messages`, { content: 'Hi' });
      const workflow = await world.make('/workflows', workflowOf());
      const run = await world.make(`/workflows/${workflow.id}/execute`);
      const trigger = await world.make('/triggers', { name: 'T', workflow_id: workflow.id });
      const base = await world.make('/knowledge-bases', { name: 'Docs' });
      const documents = `/knowledge-bases/${base.id}/documents`;
      const document = await world.make(documents, { name: 'a.md', text: 'Herons nest.' });
      await world.until(`${documents}/${document.id}`, 'ready');
      const found = await world.make(`/knowledge-bases/${base.id}/query`, { query: 'heron' });
      const webhook = await world.make('/webhooks', { url: `${world.receiver.url}/hook` });
      const test = await world.make(`/webhooks/${webhook.id}/test`);
      const file = (await world.api('POST', '/files', { form: fileForm('a.txt', 'Hello') })).body.data;
      const key = await world.make('/api-keys', { name: 'k', scopes: ['agents:read'] });
      Object.assign(made, {
        agt: agent.id,
        thr: thread.id,
        msg: message.id,
        wf: workflow.id,
        exe: run.execution_id,
        trg: trigger.id,
        kb: base.id,
        doc: document.id,
        chk: found.results[0].id,
        whk: webhook.id,
        dlv: test.delivery_id,
        chi: chat.id,
        fmi: form.id,
        fil: file.id,
        per: task.personaId,
        ins: task.id,
        key: key.id,
      });
    });
    const prefixes = 'agt thr msg wf exe trg kb doc chk whk dlv chi fmi fil per ins key'.split(' ');
    it.each(prefixes)('%s_', (prefix) => {
      expect(made[prefix]).toMatch(new RegExp(`^${prefix}_[0-9a-z]{26}$`));
    });
    it('req_', async () => {
      expect((await world.api('GET', '/agents')).body.meta.request_id).toMatch(/^req_[0-9a-z]{26}$/);
    });
    it('later ones sort after earlier ones', async () => {
      const first = await world.agent();
      await new Promise((resolve) => {
        setTimeout(resolve, 2);
      });
      expect((await world.agent()).id > first.id).toBe(true);
    });
    it('Public capabilities contain at least 128 random bits', async () => {
      const session = await world.post(`${chat.base}/sessions`, {}, { key: null });
      const submission = await world.post(`${form.base}/submissions`, { message: 'Hi' }, { key: null });
      // Of an alphabet of 32 and more, 26 characters hold 130 bits.
      expect(session.id).toMatch(/^ses_[0-9A-Za-z_-]{26,}$/);
      expect(submission.id).toMatch(/^sub_[0-9A-Za-z_-]{26,}$/);
      expect(session.token.length).toBeGreaterThanOrEqual(22);
    });
  });

  describe('X-Request-Id', () => {
    it.each(['/api/v1/agents', '/api/v1/nope', '/healthz', '/docs', '/nope'])(
      'is in the response of %s',
      async (path) => {
        expect((await visit(path)).headers.get('x-request-id')).toMatch(/^[A-Za-z0-9._-]{1,128}$/);
      },
    );
    it.each(['a', 'my.request_id-1', 'x'.repeat(128)])('a well-formed one of the request is kept: %s', async (id) => {
      const { headers, body } = await world.api('GET', '/agents', { headers: { 'X-Request-Id': id } });
      expect([headers.get('x-request-id'), body.meta.request_id]).toEqual([id, id]);
    });
    it.each(['x'.repeat(129), 'a b', 'a/b', '<b>'])('any other is replaced: %s', async (id) => {
      const { body } = await world.api('GET', '/agents', { headers: { 'X-Request-Id': id } });
      expect(body.meta.request_id).toMatch(/^req_/);
    });
  });

  it('No cache may store a response that belongs to a key, a person or a visitor', async () => {
    for (const path of ['/api/v1/agents', '/api/v1/me', '/api/personas', '/openai/v1/models', '/v1/agents/agt_x']) {
      expect([path, (await call(world.server, 'GET', path)).headers.get('cache-control')]).toEqual([path, 'no-store']);
    }
  });

  it('A field whose value isn’t known yet is present and null', async () => {
    const { execution_id: id } = await world.make(
      `/workflows/${(await world.make('/workflows', workflowOf())).id}/execute`,
    );
    const execution = await world.get(`/executions/${id}`);
    expect(Object.keys(execution)).toEqual(
      expect.arrayContaining(['completed_at', 'outputs', 'error', 'cancelled_at']),
    );
  });

  describe('Unknown body fields', () => {
    it('are refused (400) on the versioned API', async () => {
      expectInvalid(await world.api('POST', '/agents', { body: { name: 'A', colour: 'red' } }), 'body.colour');
      expectInvalid(await world.api('PATCH', `/agents/${agent.id}`, { body: { colour: 'red' } }), 'body.colour');
    });
    it('are refused (400) on personas', async () => {
      const body = { name: 'R', category: 'Data', sopSteps: ['Look'], colour: 'red' };
      expectInvalid(await call(world.server, 'POST', '/api/personas', { body }), 'body.colour');
    });
    it.each([
      '/api/v1/threads/thr_nope/cancel',
      '/v1/executions/exe_nope/cancel',
      '/api/personas/instances/ins_nope/link',
    ])('are refused (400) where no body is needed: %s', async (path) => {
      const post = async (body?: unknown) => call(world.server, 'POST', path, body === undefined ? {} : { body });
      expectInvalid(await post({ colour: 'red' }), 'body.colour');
      expectInvalid(await post(['red']), 'body');
      for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded']) {
        const headers = { 'X-API-Key': world.server.apiKey, 'Content-Type': type };
        const response = await fetch(world.server.url + path, { method: 'POST', headers, body: '{"colour"' });
        const { error } = (await response.json()) as Body;
        expect([response.status, error.details.fields[0].path]).toEqual([400, 'body']);
      }
      // Nothing is wrong with these but the resource.
      expect([(await post()).status, (await post({})).status]).toEqual([404, 404]);
    });
    it('are refused (400) beside a file', async () => {
      const form = fileForm('a.txt', 'Hello', { colour: 'red' });
      expectInvalid(await world.api('POST', '/files', { form }), 'body.colour');
    });
    it('are ignored on the older endpoints', async () => {
      const body = { message: 'Hi', colour: 'red' };
      expect((await call(world.server, 'POST', `/v1/agents/${agent.id}/chat`, { body })).status).toBe(200);
    });
    it('are ignored on the public endpoints', async () => {
      const request = { key: null, headers: newVisitor(), body: { message: 'Hi', colour: 'red' } };
      expect((await call(world.server, 'POST', `${form.base}/submissions`, request)).status).toBe(202);
    });
  });

  describe('PATCH is a JSON Merge Patch of the writable fields', () => {
    it('only the given fields change', async () => {
      const before = await world.agent({ description: 'One', temperature: 0.1 });
      const { body } = await world.api('PATCH', `/agents/${before.id}`, { body: { description: 'Two' } });
      expect(body.data).toEqual({ ...before, description: 'Two', updated_at: expect.any(String) });
    });
    it('nested objects merge', async () => {
      const { id } = await makeChat(world, { branding: { primary_color: 'red', border_radius: 3 } });
      const body = { branding: { primary_color: 'blue' } };
      const { data } = (await world.api('PATCH', `/chat-interfaces/${id}`, { body })).body;
      expect(data.branding).toMatchObject({ primary_color: 'blue', border_radius: 3 });
    });
    it('arrays replace', async () => {
      const { id } = await makeChat(world, { behaviour: { suggested_prompts: ['A', 'B'] } });
      const body = { behaviour: { suggested_prompts: ['C'] } };
      const { data } = (await world.api('PATCH', `/chat-interfaces/${id}`, { body })).body;
      expect(data.behaviour.suggested_prompts).toEqual(['C']);
    });
    it('null resets a field to its default', async () => {
      const { id } = await world.agent({ temperature: 0.1 });
      const { data } = (await world.api('PATCH', `/agents/${id}`, { body: { temperature: null } })).body;
      expect(data.temperature).toBe(0.7);
    });
    it('read-only fields are refused', async () => {
      expectInvalid(await world.api('PATCH', `/agents/${agent.id}`, { body: { id: 'agt_x' } }), 'body.id');
    });
  });

  describe('Order of checks', () => {
    const spent = async (scopes: string[]): Promise<string> => {
      const key = await world.keyWith(scopes, { rate_limit_per_day: 1 });
      await world.api('GET', '/agents', { key });
      return key;
    };
    it('key (401) before rate limit (429)', async () => {
      const { id, key } = await world.make('/api-keys', { name: 'k', scopes: ['agents:read'], rate_limit_per_day: 1 });
      await world.api('GET', '/agents', { key });
      await world.api('DELETE', `/api-keys/${id}`);
      expectError(await world.api('GET', '/agents', { key }), 401, 'revoked_api_key');
    });
    it('rate limit (429) before scopes (403)', async () => {
      const key = await spent(['agents:read']);
      expectError(await world.api('GET', '/webhooks', { key }), 429, 'rate_limit_exceeded');
    });
    it('scopes (403) before the shape (400)', async () => {
      const key = await world.keyWith(['agents:read']);
      expectError(await world.api('GET', '/webhooks?page=x', { key }), 403, 'insufficient_scope');
      expectError(await world.api('POST', '/agents', { key, body: {} }), 403, 'insufficient_scope');
    });
    it('the shape (400) before existence (404)', async () => {
      expectInvalid(await world.api('POST', '/threads/thr_nope/messages', { body: { content: 3 } }), 'body.content');
      expectInvalid(await world.api('GET', '/threads/thr_nope/messages?page=0'), 'query.page');
    });
    it('existence (404) before meaning (400)', async () => {
      const answer = await world.api('POST', '/workflows/wf_nope/execute', { body: { inputs: { wrong: 1 } } });
      expectUnknown(answer, 'workflow', 'wf_nope');
    });
  });

  describe('A resource of another workspace is a 404, the same bytes as one that never existed', () => {
    const bytes = async (path: string, method = 'GET') => {
      const headers = { 'X-API-Key': stranger.server.apiKey, 'X-Request-Id': 'same' };
      const response = await fetch(`${stranger.server.url}/api/v1${path}`, { method, headers });
      const text = await response.text();
      return `${response.status} ${text.replace(/"timestamp":"[^"]*"/, '')}`;
    };
    it.each(['GET', 'PATCH', 'DELETE'])('%s', async (method) => {
      const own = await bytes(`/agents/${agent.id}`, method);
      const unknown = await bytes(`/agents/${agent.id.replace(/.$/, '~')}`, method);
      expect(own).toBe(unknown.replaceAll('~', agent.id.at(-1)));
      expect(own).toMatch(/^404 .*resource_not_found/);
    });
    it('and is not in lists', async () => {
      expect(await stranger.get('/agents')).toEqual([]);
    });
  });

  it('A malformed id is a 404 like an unknown one: NUL, which the response does not repeat', async () => {
    expectUnknown(await world.api('GET', '/agents/%00'), 'agent', '');
  });
  it.each(['nope', 'agt_', '..%2f', encodeURIComponent('ä'), 'x'.repeat(500)])(
    'A malformed id is a 404 like an unknown one: %s',
    async (id) => {
      const answer = await world.api('GET', `/agents/${id}`);
      expectUnknown(answer, 'agent', decodeURIComponent(id));
    },
  );

  describe('page and per_page', () => {
    it.each(['page=0', 'page=-1', 'page=1.5', 'page=a'])('%s is 400', async (query) => {
      expectInvalid(await world.api('GET', `/agents?${query}`), 'query.page');
    });
    it.each(['per_page=0', 'per_page=101', 'per_page=1.5', 'per_page=a'])('%s is 400', async (query) => {
      expectInvalid(await world.api('GET', `/agents?${query}`), 'query.per_page');
    });
  });

  it('Lists are newest first', async () => {
    const made = [await world.agent(), await world.agent()].map(({ id }) => id);
    const [first, second] = await world.get('/agents');
    expect([second.id, first.id]).toEqual(made);
  });
  it('messages of a thread are oldest first', async () => {
    const { id } = await world.thread();
    await world.make(`/threads/${id}/messages`, { content: 'Hi' });
    expect((await world.get(`/threads/${id}/messages`)).map(({ role }: Body) => role)).toEqual(['user', 'assistant']);
  });
});
