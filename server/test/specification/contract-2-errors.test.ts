import { describe, expect, it } from 'vitest';
import { version } from '../../src/app/version.ts';
import { call } from '../client.ts';
import { expectError, expectInvalid, expectUnknown } from './fields.ts';
import { makeChat, makeForm, newVisitor } from './interfaces.ts';
import { type Body, failure, useWorld, workflowOf } from './world.ts';

const world = useWorld();
const raw = async (body: string, headers: Record<string, string> = {}, path = '/api/v1/agents') => {
  const response = await fetch(world.server.url + path, {
    method: 'POST',
    headers: { 'X-API-Key': world.server.apiKey, 'Content-Type': 'application/json', ...headers },
    body,
  });
  const answer: Body = await response.json();
  return { status: response.status, body: answer, headers: response.headers };
};

describe('Contract 2 Errors', () => {
  it('validation_error {fields: [{path, message}]}: every fault at once', async () => {
    const body = { name: '', temperature: 9, max_steps: 0, colour: 'red' };
    const { status, body: answer } = await world.api('POST', '/agents', { body });
    expect(status).toBe(400);
    expect(answer.error.details.fields.map(({ path }: Body) => path).toSorted()).toEqual([
      'body.colour',
      'body.max_steps',
      'body.name',
      'body.temperature',
    ]);
    for (const field of answer.error.details.fields) {
      expect(Object.keys(field).toSorted()).toEqual(['code', 'message', 'path']);
    }
  });
  it('a wrong Content-Type: the message names the right one', async () => {
    const text = await raw('name=X', { 'Content-Type': 'application/x-www-form-urlencoded' });
    expect(text.status).toBe(400);
    expect(text.body.error.details.fields).toMatchObject([
      { path: 'body', message: expect.stringMatching(/application\/json, not application\/x-www-form-urlencoded/) },
    ]);
    const { slug } = await makeForm(world, { allow_file_upload: true });
    const upload = await raw('{}', {}, `/api/public/form-interfaces/${slug}/upload`);
    expect(upload.status).toBe(400);
    expect(upload.body.error.details.fields).toMatchObject([
      { message: expect.stringContaining('multipart/form-data') },
    ]);
  });

  it('path like body.inputs.topic', async () => {
    const input_schema = { properties: { topic: { type: 'string' } }, required: ['topic'] };
    const { id } = await world.make('/workflows', { ...workflowOf(), input_schema });
    expectInvalid(await world.api('POST', `/workflows/${id}/execute`, { body: {} }), 'body.inputs.topic');
  });
  it('path like body.definition.nodes[0].id', async () => {
    const nodes = [{ ...failure, id: 'Not allowed' }];
    expectInvalid(await world.api('POST', '/workflows', { body: workflowOf(nodes) }), 'body.definition.nodes[0].id');
  });
  it('insufficient_scope {required, missing}', async () => {
    const key = await world.keyWith(['agents:execute']);
    const answer = await world.api('POST', '/threads/thr_x/messages', { key, body: { content: 'Hi' } });
    expectError(answer, 403, 'insufficient_scope');
    const required = ['agents:execute', 'threads:write'];
    expect(answer.body.error.details).toEqual({ required, missing: ['threads:write'] });
  });
  it('resource_not_found {resource, id}', async () => {
    expectUnknown(await world.api('GET', '/agents/agt_nope'), 'agent', 'agt_nope');
  });
  it('rate_limit_exceeded {retry_after, limit, window}', async () => {
    const key = await world.keyWith(['agents:read'], { rate_limit_per_day: 1 });
    await world.api('GET', '/agents', { key });
    const answer = await world.api('GET', '/agents', { key });
    expectError(answer, 429, 'rate_limit_exceeded');
    expect(answer.body.error.details).toEqual({ retry_after: expect.any(Number), limit: 1, window: 'day' });
  });

  it.each(['{', '', 'nope', '{"name":"A",}', "{'name':'A'}"])('A body that is not JSON is 400: %s', async (text) => {
    const answer = await raw(text);
    expectError(answer, 400, 'validation_error');
    expect(answer.body.error.details.fields[0].path).toMatch(/^body/);
  });
  it.each(['[]', '"A"', '3', 'null'])('A body that is not an object is 400: %s', async (text) => {
    expectInvalid(await raw(text), 'body');
  });
  it('one over 1 MiB is 400 with details.limit_bytes', async () => {
    const answer = await raw(JSON.stringify({ name: 'A', description: 'x'.repeat(1_048_576) }));
    expectError(answer, 400, 'validation_error');
    expect(answer.body.error.details.limit_bytes).toBe(1_048_576);
  });

  it.each(['/api/v1/nope', '/v1/nope', '/api/personas/a/b/c/d', '/nope'])(
    'an unknown path is 404 resource_not_found: %s',
    async (path) => {
      const answer = await call(world.server, 'GET', path);
      expectError(answer, 404, 'resource_not_found');
      expect(answer.body.error.details).toEqual({ resource: 'path', id: path });
    },
  );
  it.each([
    ['PUT', '/api/v1/agents', ['GET', 'POST']],
    ['POST', '/api/v1/agents/agt_x', ['GET', 'PATCH', 'DELETE']],
    ['GET', '/api/v1/workflows/wf_x/execute', ['POST']],
    ['DELETE', '/files/fil_x', ['GET']],
    ['POST', '/healthz', ['GET']],
    ['PUT', '/forms/anything/s/sub_x', ['GET']],
    ['DELETE', '/chat/anything', ['GET']],
    ['POST', '/', ['GET']],
    ['POST', '/v1/embed.js', ['GET']],
    ['POST', '/embed.js', ['GET']],
    ['POST', `/embed-${version}.js`, ['GET']],
    ['PUT', '/favicon.ico', ['GET']],
    ['DELETE', '/assets/site/tokens.css', ['GET']],
    ['DELETE', '/assets/console/index.js', ['GET']],
    ['PUT', '/.well-known/oauth-protected-resource', ['GET']],
    ['DELETE', '/.well-known/oauth-authorization-server/mcp', ['GET']],
    ['GET', '/oauth/token', ['POST']],
    ['PUT', '/oauth/register', ['POST']],
    ['PUT', '/oauth/authorize', ['GET', 'POST']],
    ['POST', '/oauth/grants', ['GET']],
    ['GET', '/oauth/grants/gra_x', ['POST']],
    ['POST', '/console', ['GET']],
    ['POST', '/console/agents/agt_x', ['GET']],
    ['POST', '/docs/images/x.png', ['GET']],
  ])('a wrong method on a known path is 404 with an Allow header: %s %s', async (method, path, allowed) => {
    const answer = await call(world.server, method, path);
    expectError(answer, 404, 'resource_not_found');
    expect(answer.headers.get('allow')?.split(', ').toSorted()).toEqual(allowed.toSorted());
    expect(answer.body.error.message).toBe(
      `There is no ${method} at this path. Allowed: ${answer.headers.get('allow')}.`,
    );
  });

  it.each([
    [400, '/v1/agents', { name: 3 }, 'validation_error'],
    [404, '/v1/agents/agt_nope/chat', { message: 'Hi' }, 'resource_not_found'],
  ])('Older endpoints respond with {success: false, error: {code, message}}: %i', async (status, path, body, code) => {
    const answer = await call(world.server, 'POST', path, { body });
    expect([answer.status, answer.body]).toEqual([
      status,
      { success: false, error: { code, message: expect.any(String) } },
    ]);
  });
  it('Older endpoints use this format for 401 and 403', async () => {
    const body = { name: 'A' };
    const stranger = await call(world.server, 'POST', '/v1/agents', { key: null, headers: newVisitor(), body });
    const key = await world.keyWith(['agents:read']);
    const lacking = await call(world.server, 'POST', '/v1/agents', { key, body });
    for (const [answer, status, code] of [
      [stranger, 401, 'invalid_api_key'],
      [lacking, 403, 'insufficient_scope'],
    ] as const) {
      expect([answer.status, answer.body]).toEqual([
        status,
        { success: false, error: { code, message: expect.any(String) } },
      ]);
    }
  });

  describe('A reply that fails', () => {
    const send = async () => {
      const { id } = await world.thread();
      return world.api('POST', `/threads/${id}/messages`, { body: { content: 'Hi' } });
    };
    it('of the model’s answer: 500 execution_failed with details.message_id, and no message of another party', async () => {
      world.model.reply({ status: 400, error: { message: 'the inside of it', code: 'x' } });
      const answer = await send();
      expectError(answer, 500, 'execution_failed');
      expect(answer.body.error.details).toEqual({ message_id: expect.stringMatching(/^msg_/) });
      expect(JSON.stringify(answer.body)).not.toContain('the inside of it');
    });
    it('a model that is overloaded after retries: 503 service_unavailable, which carries Retry-After', async () => {
      world.model.always({ status: 503, error: { message: 'busy' }, headers: { 'retry-after-ms': '1' } });
      const answer = await send();
      world.model.always({ text: 'Back.' });
      expectError(answer, 503, 'service_unavailable');
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    });
  });

  describe('Deleting a resource in use is a 400 that names its users', () => {
    const expectRefused = async (path: string, user: string) => {
      const answer = await world.api('DELETE', path);
      expectError(answer, 400, 'validation_error');
      expect(answer.body.error.details.users.join()).toContain(user);
      expect((await world.api('GET', path)).status).toBe(200);
    };
    it('an agent with a chat interface', async () => {
      const chat = await makeChat(world);
      await expectRefused(`/agents/${chat.agent_id}`, chat.id);
      await world.api('DELETE', `/chat-interfaces/${chat.id}`);
      expect((await world.api('DELETE', `/agents/${chat.agent_id}`)).status).toBe(200);
    });
    it('a workflow with triggers', async () => {
      const { id } = await world.make('/workflows', workflowOf());
      const trigger = await world.make('/triggers', { name: 'T', workflow_id: id });
      await expectRefused(`/workflows/${id}`, trigger.id);
    });
    it('a workflow with a form', async () => {
      const form = await makeForm(world);
      await expectRefused(`/workflows/${form.workflow_id}`, form.id);
    });
    it('a knowledge base of an agent', async () => {
      const { id } = await world.make('/knowledge-bases', { name: 'Docs' });
      const agent = await world.agent({ knowledge_base_ids: [id] });
      await expectRefused(`/knowledge-bases/${id}`, agent.id);
    });
    it('their history stays', async () => {
      const { id } = await world.make('/workflows', workflowOf());
      const { execution_id: run } = await world.make(`/workflows/${id}/execute`);
      await world.until(`/executions/${run}`, 'completed');
      const thread = await world.thread();
      await world.make(`/threads/${thread.id}/messages`, { content: 'Hi' });
      for (const path of [`/workflows/${id}`, `/agents/${thread.agent_id}`]) {
        expect((await world.api('DELETE', path)).status).toBe(200);
      }
      expect(await world.get(`/executions/${run}`)).toMatchObject({ workflow_id: id, status: 'completed' });
      expect(await world.get(`/threads/${thread.id}/messages`)).toHaveLength(2);
    });
  });
});
