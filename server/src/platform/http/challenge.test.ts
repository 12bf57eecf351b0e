import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '../../../test/client.ts';
import { type ServerUnderTest, startServer } from '../../../test/start-server.ts';
import { text, workflowRuns } from '../../../test/workflow-runs.ts';

let server: ServerUnderTest;
let chat: string;
let hook: string;
const workflows = workflowRuns(() => server);
beforeAll(async () => {
  server = await startServer();
  const create = async (path: string, body: object) =>
    (await call(server, 'POST', `/api/v1/${path}`, { body })).body.data;
  const agent = await create('agents', { name: 'Guide' });
  const { slug } = await create('chat-interfaces', { name: 'Help', agent_id: agent.id });
  chat = `/api/public/chat-interfaces/${slug}`;
  const workflowId = await workflows.save({ nodes: [text('say', 'ok')] });
  const trigger = await create('triggers', { name: 'in', workflow_id: workflowId, type: 'webhook' });
  hook = `/hooks/${trigger.id}`;
});
afterAll(async () => server.close());

const bare = 'Bearer realm="Portico"';
const invalid = 'Bearer error="invalid_token", realm="Portico"';

/** The challenge of a 401. */
async function challengeOf(method: string, path: string, headers: Record<string, string> = {}, body?: object) {
  const refused = await call(server, method, path, { key: null, headers, body });
  expect(refused.status).toBe(401);
  return refused.headers.get('www-authenticate');
}

test.each([
  ['the versioned API', 'GET', '/api/v1/agents'],
  ['an unknown path', 'GET', '/v1/unknown'],
  ['an older endpoint', 'POST', '/v1/agents'],
  ['personas', 'GET', '/api/personas'],
  ['the OpenAI-compatible API', 'GET', '/openai/v1/models'],
])('a 401 of %s says how to authenticate', async (_, method, path) => {
  expect(await challengeOf(method, path)).toBe(bare);
  expect(await challengeOf(method, path, { Authorization: 'Bearer ptk_wrong' })).toBe(invalid);
  expect(await challengeOf(method, path, { 'X-API-Key': 'ptk_wrong' })).toBe(invalid);
});

test('so does a 401 for a visitor, and for somebody who signs in', async () => {
  const { data } = (await call(server, 'POST', `${chat}/sessions`, { key: null, body: {} })).body;
  expect(await challengeOf('GET', `${chat}/sessions/${data.id}`)).toBe(bare);
  expect(await challengeOf('GET', `${chat}/sessions/${data.id}`, { Authorization: 'Bearer wrong' })).toBe(invalid);
  expect(await challengeOf('GET', chat, { 'X-Portico-Preview': 'prv_unknown' })).toBe(bare);
  const account = { email: 'nobody@example.com', password: 'a long enough password' };
  expect(await challengeOf('POST', '/api/v1/auth/sign-in', {}, account)).toBe(bare);
});

test('other responses have no challenge, nor does a hook, which accepts no Bearer token', async () => {
  expect((await call(server, 'GET', '/api/v1/agents')).headers.get('www-authenticate')).toBeNull();
  expect((await call(server, 'GET', '/api/v1/agents/agt_unknown')).headers.get('www-authenticate')).toBeNull();
  expect(await challengeOf('POST', hook, { 'X-Portico-Token': 'wrong' })).toBeNull();
});
