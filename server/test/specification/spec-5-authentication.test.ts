import { Scope } from '@portico/shared-types';
import { beforeAll, describe, expect, it } from 'vitest';
import { call } from '../client.ts';
import { useClock } from '../clock.ts';
import { expectError } from './fields.ts';
import { makeChat, newVisitor } from './interfaces.ts';
import { approval, type Body, useWorld, workflowOf } from './world.ts';

const clock = useClock();
const world = useWorld();
const all = Scope.options;

describe('Specification 5 Authentication', () => {
  const get = async (headers: Record<string, string>, path = '/api/v1/agents') =>
    call(world.server, 'GET', path, { key: null, headers: { ...newVisitor(), ...headers } });

  describe('1. Every versioned API request carries an API key', () => {
    it('in the header X-API-Key: <API_KEY>', async () => {
      expect((await get({ 'X-API-Key': world.server.apiKey })).status).toBe(200);
    });
    it('or in the header Authorization: Bearer <API_KEY>', async () => {
      expect((await get({ Authorization: `Bearer ${world.server.apiKey}` })).status).toBe(200);
      expect((await get({ Authorization: `bearer ${world.server.apiKey}` })).status).toBe(200);
    });
    it('and nowhere else', async () => {
      expectError(await get({ Authorization: world.server.apiKey }), 401, 'invalid_api_key');
      expectError(await get({ Authorization: `Basic ${world.server.apiKey}` }), 401, 'invalid_api_key');
      expectError(await get({}, `/api/v1/agents?api_key=${world.server.apiKey}`), 401, 'invalid_api_key');
    });
    it('The older endpoints take the Bearer form', async () => {
      const headers = { Authorization: `Bearer ${world.server.apiKey}` };
      const answer = await call(world.server, 'POST', '/v1/agents', { key: null, headers, body: { name: 'A' } });
      expect(answer.status).toBe(201);
    });
  });

  describe('2. Faults of a key', () => {
    it('A missing key gives 401 invalid_api_key', async () => {
      expectError(await get({}), 401, 'invalid_api_key');
    });
    it.each([
      ['malformed', () => 'nonsense'],
      ['with a typo', () => world.server.apiKey.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'))],
      ['cut short', () => world.server.apiKey.slice(0, -1)],
      ['of another case', () => world.server.apiKey.toUpperCase()],
      ['empty', () => ''],
    ])('An invalid key gives 401 invalid_api_key: %s', async (_case, key) => {
      expectError(await get({ 'X-API-Key': key() }), 401, 'invalid_api_key');
    });
    it('An expired key gives 401 expired_api_key', async () => {
      const expires_at = new Date(Date.now() + 60_000).toISOString();
      const key = await world.keyWith(['agents:read'], { expires_at });
      const headers = { 'X-API-Key': key };
      expect((await get(headers)).status).toBe(200);
      clock.forward(60_000);
      expectError(await get(headers), 401, 'expired_api_key');
      expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(expires_at));
    });
    it('A revoked key gives 401 revoked_api_key, at once', async () => {
      const { id, key } = await world.make('/api-keys', { name: 'k', scopes: ['agents:read'] });
      expect((await get({ 'X-API-Key': key })).status).toBe(200);
      await world.api('DELETE', `/api-keys/${id}`);
      expectError(await get({ 'X-API-Key': key }), 401, 'revoked_api_key');
    });
    it('is checked before everything else', async () => {
      const answer = await call(world.server, 'POST', '/api/v1/agents', {
        key: null,
        headers: { ...newVisitor(), 'Content-Type': 'application/json' },
        body: { wrong: true },
      });
      expectError(answer, 401, 'invalid_api_key');
    });
  });

  describe('3. Each endpoint requires scopes; all listed scopes are required', () => {
    const id: Record<string, string> = {};
    beforeAll(async () => {
      const workflow = await world.make('/workflows', workflowOf());
      id['workflow'] = workflow.id;
      id['waiting'] = (await world.make('/workflows', workflowOf([approval]))).id;
      id['execution'] = (await world.make(`/workflows/${workflow.id}/execute`)).execution_id;
      await world.until(`/executions/${id['execution']}`, 'completed');
      id['trigger'] = (await world.make('/triggers', { name: 'T', workflow_id: workflow.id })).id;
      const thread = await world.thread();
      id['agent'] = thread.agent_id;
      id['thread'] = thread.id;
      id['base'] = (await world.make('/knowledge-bases', { name: 'Docs' })).id;
      id['webhook'] = (await world.make('/webhooks', { url: `${world.receiver.url}/hook` })).id;
    });

    const rows: [endpoint: string, scopes: Scope[], request: () => Promise<[string, unknown?]>, status?: number][] = [
      ['GET workflows/:id', ['workflows:read'], async () => [`/workflows/${id['workflow']}`]],
      [
        'POST workflows/:id/execute',
        ['workflows:read', 'workflows:execute'],
        async () => [`/workflows/${id['workflow']}/execute`, {}],
        202,
      ],
      ['GET executions/:id', ['executions:read'], async () => [`/executions/${id['execution']}`]],
      ['GET executions/:id/events', ['executions:read'], async () => [`/executions/${id['execution']}/events`]],
      [
        'POST executions/:id/cancel',
        ['executions:read', 'executions:cancel'],
        async () => {
          const { execution_id: run } = await world.make(`/workflows/${id['waiting']}/execute`);
          return [`/executions/${run}/cancel`];
        },
      ],
      [
        'POST triggers/:id/execute',
        ['triggers:read', 'triggers:execute'],
        async () => [`/triggers/${id['trigger']}/execute`, {}],
        202,
      ],
      ['GET agents/:id', ['agents:read'], async () => [`/agents/${id['agent']}`]],
      [
        'POST agents/:id/threads',
        ['agents:read', 'threads:write'],
        async () => [`/agents/${id['agent']}/threads`],
        201,
      ],
      ['GET threads/:id', ['threads:read'], async () => [`/threads/${id['thread']}`]],
      ['GET threads/:id/messages', ['threads:read'], async () => [`/threads/${id['thread']}/messages`]],
      [
        'POST threads/:id/messages',
        ['agents:execute', 'threads:write'],
        async () => [`/threads/${id['thread']}/messages`, { content: 'Hi' }],
      ],
      ['DELETE threads/:id', ['threads:write'], async () => [`/threads/${(await world.thread()).id}`]],
      ['GET knowledge-bases/:id', ['knowledge-bases:read'], async () => [`/knowledge-bases/${id['base']}`]],
      [
        'POST knowledge-bases/:id/query',
        ['knowledge-bases:read', 'knowledge-bases:query'],
        async () => [`/knowledge-bases/${id['base']}/query`, { query: 'x' }],
      ],
      ['GET webhooks/:id/deliveries', ['webhooks:read'], async () => [`/webhooks/${id['webhook']}/deliveries`]],
      ['POST webhooks/:id/test', ['webhooks:write'], async () => [`/webhooks/${id['webhook']}/test`]],
    ];
    const send = async (endpoint: string, key: string, [path, body]: [string, unknown?]) =>
      world.api(endpoint.split(' ')[0] ?? '', path, { key, ...(body === undefined ? {} : { body }) });

    describe.each(rows)('%s | %s', (endpoint, required, request, status = 200) => {
      it('is accepted with exactly these', async () => {
        const answer = await send(endpoint, await world.keyWith(required), await request());
        expect(answer.body.error ?? answer.status).toBe(status);
      });
      it.each(required)('without %s: 403 insufficient_scope that names it', async (missing) => {
        const key = await world.keyWith(all.filter((scope) => scope !== missing));
        const answer = await send(endpoint, key, await request());
        expectError(answer, 403, 'insufficient_scope');
        expect(answer.body.error.details).toEqual({ required, missing: [missing] });
      });
      it('without any of them: 403 that names all', async () => {
        const key = await world.keyWith(all.filter((scope) => !required.includes(scope)));
        const answer = await send(endpoint, key, await request());
        expectError(answer, 403, 'insufficient_scope');
        expect(answer.body.error.details).toEqual({ required, missing: required });
      });
    });
  });

  it('4. Public interface endpoints are for end users without an account on the service', async () => {
    const chat: Body = await makeChat(world);
    const visitor = { key: null, headers: newVisitor(), body: {} };
    expect((await call(world.server, 'POST', `${chat.base}/sessions`, visitor)).status).toBe(201);
  });
});
