import { describe, expect, it } from 'vitest';
import { call } from '../client.ts';
import { expectError, expectInvalid, expectUnknown } from './fields.ts';
import { type Body, failure, useWorld, workflowOf } from './world.ts';

// A separate server, because one of the errors is caused by dropping a table.
const world = useWorld();

describe('Specification 7 Errors', () => {
  describe('Error envelope', () => {
    const fail = async (): Promise<Body> => (await world.api('GET', '/agents/agt_nope')).body;
    it('error.code: string', async () => {
      expect((await fail()).error.code).toBe('resource_not_found');
    });
    it('error.message: string', async () => {
      expect((await fail()).error.message).toMatch(/\w+/);
    });
    it('error.details: object', async () => {
      expect((await fail()).error.details).toEqual({ resource: 'agent', id: 'agt_nope' });
    });
    it('meta.request_id: string', async () => {
      expect((await fail()).meta.request_id).toMatch(/\w+/);
    });
    it('meta.timestamp: string', async () => {
      expect((await fail()).meta.timestamp).toMatch(/^\d{4}-.*\.\d{3}Z$/);
    });
    it('no other fields', async () => {
      const body = await fail();
      expect(
        [Object.keys(body), Object.keys(body.error), Object.keys(body.meta)].map((keys) => keys.toSorted()),
      ).toEqual([
        ['error', 'meta'],
        ['code', 'details', 'message'],
        ['request_id', 'timestamp'],
      ]);
    });
  });

  describe('Codes', () => {
    it('invalid_api_key 401: missing or invalid API key', async () => {
      for (const key of [null, 'ptk_wrong'])
        expectError(await world.api('GET', '/agents', { key }), 401, 'invalid_api_key');
    });
    it('expired_api_key 401: key expired', async () => {
      const { id, key } = await world.make('/api-keys', { name: 'k', scopes: ['agents:read'] });
      await world.server.platform.database
        .sql`UPDATE api_keys SET expires_at = now() - interval '1 s' WHERE id = ${id}`;
      expectError(await world.api('GET', '/agents', { key }), 401, 'expired_api_key');
    });
    it('revoked_api_key 401: key revoked', async () => {
      const { id, key } = await world.make('/api-keys', { name: 'k', scopes: ['agents:read'] });
      await world.api('DELETE', `/api-keys/${id}`);
      expectError(await world.api('GET', '/agents', { key }), 401, 'revoked_api_key');
    });
    it('insufficient_scope 403: missing required scope', async () => {
      const key = await world.keyWith(['workflows:read']);
      expectError(await world.api('GET', '/agents', { key }), 403, 'insufficient_scope');
    });
    it('rate_limit_exceeded 429: Retry-After header gives seconds to wait', async () => {
      const key = await world.keyWith(['agents:read'], { rate_limit_per_day: 1 });
      await world.api('GET', '/agents', { key });
      const answer = await world.api('GET', '/agents', { key });
      expectError(answer, 429, 'rate_limit_exceeded');
      const left = Math.ceil((86_400_000 - (Date.now() % 86_400_000)) / 1_000);
      expect(Math.abs(Number(answer.headers.get('retry-after')) - left)).toBeLessThan(60);
    });
    it('resource_not_found 404: resource not found', async () => {
      expectError(await world.api('GET', '/agents/agt_nope'), 404, 'resource_not_found');
    });
    it('validation_error 400: invalid input data', async () => {
      expectError(await world.api('POST', '/agents', { body: {} }), 400, 'validation_error');
    });
    it('execution_failed 500: execution error', async () => {
      const { id } = await world.thread();
      world.model.reply({ status: 400, error: { message: 'the model’s own words' } });
      const answer = await world.api('POST', `/threads/${id}/messages`, { body: { content: 'Hi' } });
      expectError(answer, 500, 'execution_failed');
      expect(answer.body.error.details).toEqual({ message_id: expect.stringMatching(/^msg_/) });
      expect(JSON.stringify(answer.body)).not.toContain('own words');
    });
    it('internal_error 500: server error', async () => {
      const { sql } = world.server.platform.database;
      await sql`ALTER TABLE webhooks RENAME TO webhooks_away`;
      const answer = await world.api('GET', '/webhooks');
      await sql`ALTER TABLE webhooks_away RENAME TO webhooks`;
      expectError(answer, 500, 'internal_error');
      expect(answer.body.error.details).toEqual({});
      expect(JSON.stringify(answer.body)).not.toMatch(/webhooks|relation|select|\.ts/i);
    });
    it('service_unavailable 503: temporarily unavailable', async () => {
      const { id } = await world.thread();
      world.model.always({ status: 503, error: { message: 'busy' }, headers: { 'retry-after-ms': '1' } });
      const answer = await world.api('POST', `/threads/${id}/messages`, { body: { content: 'Hi' } });
      expectError(answer, 503, 'service_unavailable');
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    });
  });

  describe('Per-operation conditions', () => {
    const unknown: [resource: string, method: string, path: string, body?: unknown][] = [
      ['workflow', 'GET', '/workflows/wf_nope'],
      ['workflow', 'POST', '/workflows/wf_nope/execute', {}],
      ['execution', 'GET', '/executions/exe_nope'],
      ['execution', 'POST', '/executions/exe_nope/cancel'],
      ['agent', 'GET', '/agents/agt_nope'],
      ['agent', 'POST', '/agents/agt_nope/threads'],
      ['thread', 'GET', '/threads/thr_nope'],
      ['thread', 'DELETE', '/threads/thr_nope'],
      ['thread', 'POST', '/threads/thr_nope/messages', { content: 'Hi' }],
      ['knowledge base', 'GET', '/knowledge-bases/kb_nope'],
      ['knowledge base', 'POST', '/knowledge-bases/kb_nope/query', { query: 'x' }],
      ['webhook', 'GET', '/webhooks/whk_nope/deliveries'],
      ['webhook', 'POST', '/webhooks/whk_nope/test'],
      ['trigger', 'POST', '/triggers/trg_nope/execute', {}],
    ];
    it.each(unknown)('%s id unknown: 404 resource_not_found (%s %s)', async (resource, method, path, body) => {
      const answer = await world.api(method, path, body === undefined ? {} : { body });
      expectUnknown(answer, resource, path.split('/')[2] ?? '');
    });
    it('Workflow execute with invalid inputs: 400 validation_error', async () => {
      const input_schema = { properties: { topic: { type: 'string' } }, required: ['topic'] };
      const { id } = await world.make('/workflows', { ...workflowOf(), input_schema });
      expectInvalid(await world.api('POST', `/workflows/${id}/execute`, { body: {} }), 'body.inputs.topic');
    });
    it('Trigger execute on a disabled trigger: 400 validation_error', async () => {
      const { id } = await world.make('/workflows', workflowOf());
      const trigger = await world.make('/triggers', { name: 'T', workflow_id: id, enabled: false });
      expectInvalid(await world.api('POST', `/triggers/${trigger.id}/execute`), 'params.id');
    });
    it('Cancel on a non-cancellable execution: 400 validation_error', async () => {
      const { id } = await world.make('/workflows', workflowOf());
      const { execution_id: run } = await world.make(`/workflows/${id}/execute`);
      await world.until(`/executions/${run}`, 'completed');
      expectError(await world.api('POST', `/executions/${run}/cancel`), 400, 'validation_error');
    });
    it('Send message with invalid content: 400 validation_error', async () => {
      const { id } = await world.thread();
      expectInvalid(await world.api('POST', `/threads/${id}/messages`, { body: { content: '' } }), 'body.content');
    });
    it('Knowledge base query with invalid parameters: 400 validation_error', async () => {
      const { id } = await world.make('/knowledge-bases', { name: 'Docs' });
      const body = { query: 'x', top_k: 99 };
      expectInvalid(await world.api('POST', `/knowledge-bases/${id}/query`, { body }), 'body.top_k');
    });
  });

  it('A failed execution reports an error object on the execution', async () => {
    const { id } = await world.make('/workflows', workflowOf([failure]));
    const { execution_id: run } = await world.make(`/workflows/${id}/execute`);
    const { error } = await world.until(`/executions/${run}`, 'failed');
    expect(error).toEqual({ code: 'out_of_stock', message: 'Nothing is left.', node_id: 'stop' });
  });
  it('A failed webhook test is a normal response with success false', async () => {
    world.receiver.answer('/bad', 500);
    const { id } = await world.make('/webhooks', { url: `${world.receiver.url}/bad` });
    const { status, body } = await world.api('POST', `/webhooks/${id}/test`);
    expect([status, body.data.success]).toEqual([200, false]);
  });
  it('Error format of the older endpoints: { success: false, error: { code, message } }', async () => {
    const { status, body } = await call(world.server, 'POST', '/v1/agents', { body: {} });
    expect(status).toBe(400);
    expect(body).toEqual({ success: false, error: { code: 'validation_error', message: expect.any(String) } });
  });
});
