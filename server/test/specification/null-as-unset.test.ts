import { afterAll, beforeAll, expect, it } from 'vitest';
import { call } from '../client.ts';
import { type ServerUnderTest, startServer } from '../start-server.ts';

let server: ServerUnderTest;
const ids = { agent: '', workflow: '' };

beforeAll(async () => {
  server = await startServer();
  const { body: agent } = await call(server, 'POST', '/api/v1/agents', { body: { name: 'Guide' } });
  const definition = { nodes: [{ id: 'a', type: 'transform', config: { expression: '1' } }] };
  const { body: workflow } = await call(server, 'POST', '/api/v1/workflows', { body: { name: 'One', definition } });
  ids.agent = agent.data.id;
  ids.workflow = workflow.data.id;
});
afterAll(async () => server.close());

const definition = { nodes: [] };
const persona = { name: 'Clerk', category: 'Operations', sopSteps: ['Write it.'] };

it.each<[string, () => string, () => Record<string, unknown>, string[]]>([
  [
    'an API key',
    () => '/api/v1/api-keys',
    () => ({ name: 'k', scopes: ['agents:read'] }),
    ['expires_at', 'rate_limit_per_minute', 'rate_limit_per_day'],
  ],
  ['an agent', () => '/api/v1/agents', () => ({ name: 'Twin' }), ['slug', 'top_p', 'reasoning_effort']],
  ['a thread', () => `/api/v1/agents/${ids.agent}/threads`, () => ({}), ['title']],
  ['a workflow', () => '/api/v1/workflows', () => ({ name: 'Two', definition }), ['slug']],
  [
    'a trigger',
    () => '/api/v1/triggers',
    () => ({ name: 'Now', workflow_id: ids.workflow, type: 'manual' }),
    ['schedule'],
  ],
  ['a webhook', () => '/api/v1/webhooks', () => ({ url: 'https://hooks.invalid/' }), ['name']],
  ['a persona', () => '/api/personas', () => persona, ['agentId', 'model']],
])('%s can be created with null in each field that it shows as null', async (_, path, body, fields) => {
  const unset = Object.fromEntries(fields.map((field) => [field, null]));
  const { status, body: answer } = await call(server, 'POST', path(), { body: { ...body(), ...unset } });
  expect([status, answer.error]).toEqual([201, undefined]);
  const plain = await call(server, 'POST', path(), { body: body() });
  const shown = (item: Record<string, unknown>): unknown[] => fields.map((field) => item[field]);
  // A slug is made from the name.
  const expected = shown(plain.body.data).map((value) => (typeof value === 'string' ? expect.any(String) : value));
  expect(shown(answer.data)).toEqual(expected);
});
