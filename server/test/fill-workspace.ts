import { expect } from 'vitest';
import { call } from './client.ts';
import type { ServerUnderTest } from './start-server.ts';

const secret = 'sk-live-0123456789';

/** The ids of what was created. */
export type FilledIds = Readonly<Record<'base' | 'agent' | 'caller' | 'called', string>>;

/** Creates agents that call workflows, workflows that call agents and each other, and everything that uses them. */
export async function fillWorkspace(server: ServerUnderTest): Promise<FilledIds> {
  const { id: base } = await post(server, '/knowledge-bases', { name: 'Birds', chunk_size: 300 });
  await post(server, `/knowledge-bases/${base}/documents`, { name: 'Herons', text: 'Herons nest in April.' });
  const form = new FormData();
  form.set('file', new Blob(['# Storks\n\nStorks nest on roofs.']), 'storks.md');
  await call(server, 'POST', `/api/v1/knowledge-bases/${base}/documents`, { form });
  const site = { type: 'urls', urls: ['http://127.0.0.1:9/'], headers: { Authorization: secret } };
  await post(server, `/knowledge-bases/${base}/sources`, site);

  const { id: agent } = await post(server, '/agents', { name: 'Guide', slug: 'guide', knowledge_base_ids: [base] });
  const asks = {
    nodes: [{ id: 'ask', type: 'agent', config: { agent_id: agent, message: '{{ inputs.question }}' } }],
    edges: [],
    outputs: { text: '{{ nodes.ask.outputs.text }}' },
  };
  const { id: called } = await post(server, '/workflows', { name: 'Called', definition: asks });
  const http = {
    url: `https://api.example.com/items?api_key=${secret}&api-key=${secret}&key=${secret}&sig=${secret}&page=2`,
    query: { key: secret, signature: [secret], keys: 'a', author: 'b', page: 2 },
    headers: { Authorization: `Bearer ${secret}`, Accept: 'application/json', 'X-Run': '{{ inputs.question }}' },
  };
  const calls = {
    nodes: [
      { id: 'get', type: 'http_request', config: http },
      { id: 'call', type: 'workflow', config: { workflow_id: called, inputs: {} } },
    ],
    edges: [{ from: 'get', to: 'call' }],
    outputs: {},
  };
  const { id: caller } = await post(server, '/workflows', { name: 'Caller', slug: 'caller', definition: calls });
  // Both call each other now.
  const back = { id: 'back', type: 'workflow', config: { workflow_id: caller, inputs: {} } };
  const count = { id: 'count', type: 'code', config: { source: 'export default () => 1' } };
  const nodes = [...asks.nodes, back, count];
  const patched = await call(server, 'PATCH', `/api/v1/workflows/${called}`, {
    body: { definition: { ...asks, nodes, edges: ['back', 'count'].map((to) => ({ from: 'ask', to })) } },
  });
  expect(patched.body.error).toBeUndefined();
  const tools = [
    { type: 'builtin', name: 'current_time' },
    { type: 'workflow', name: 'call', workflow_id: caller },
    {
      type: 'http',
      name: 'look_up',
      description: 'Looks it up.',
      request: { url: 'https://api.example.com/', headers: { 'X-Key': secret } },
    },
  ];
  const changed = await call(server, 'PATCH', `/api/v1/agents/${agent}`, { body: { tools } });
  expect(changed.body.error).toBeUndefined();
  const schedule = { cron: '0 3 * * *', timezone: 'Europe/Berlin' };
  await post(server, '/triggers', { name: 'nightly', workflow_id: caller, type: 'schedule', schedule });
  await post(server, '/triggers', { name: 'hook', workflow_id: caller, type: 'webhook' });
  await post(server, '/chat-interfaces', { name: 'Desk', slug: 'bundled-desk', agent_id: agent, locale: 'de' });
  const target = { target_type: 'workflow', workflow_id: caller };
  await post(server, '/form-interfaces', { title: 'Ask', name: 'Ask', slug: 'bundled-form', ...target });
  const persona = {
    name: 'Scout',
    description: 'Finds birds.',
    category: 'Research',
    sopSteps: ['Look around.'],
    agentId: agent,
    integrations: [{ type: 'knowledge', name: 'birds', description: 'Birds', knowledge_base_id: base }],
  };
  const made = await call(server, 'POST', '/api/personas', { body: persona });
  expect(made.body.error ?? made.status).toBe(201);
  return { base, agent, caller, called };
}

async function post(server: ServerUnderTest, path: string, body: object) {
  const answer = await call(server, 'POST', `/api/v1${path}`, { body });
  expect(answer.body.error ?? answer.status).toBeOneOf([200, 201, 202]);
  return answer.body.data;
}

/** The rows of a list. */
export const list = async (server: ServerUnderTest, path: string) =>
  (await call(server, 'GET', `/api/v1${path}?per_page=100`)).body.data as Record<string, any>[]; // oxlint-disable-line typescript/no-explicit-any

/** The only one with this name. */
export const findNamed = async (server: ServerUnderTest, path: string, name: string) => {
  const found = (await list(server, path)).filter((one) => one['name'] === name);
  expect([path, name, found.length]).toEqual([path, name, 1]);
  const [only] = found;
  return (await call(server, 'GET', `/api/v1${path}/${only?.['id']}`)).body.data;
};
