import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call } from '../../../test/client.ts';
import { type ServerUnderTest, startServer } from '../../../test/start-server.ts';
import { fillStarterPersonas } from './index.ts';
import { makePersona } from '../../../test/persona-tasks.ts';

let server: ServerUnderTest;

beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server.close());

const faultsOf = (body: { error: { details: { fields: { path: string; message: string }[] } } }) =>
  Object.fromEntries(body.error.details.fields.map(({ path, message }) => [path, message]));

test('a persona is created with defaults, changed by a merge patch, listed by category and deleted', async () => {
  const made = await makePersona(server, {
    category: 'Proposals',
    autonomyLevel: 'approve_high_riskn',
    integrations: [
      { type: 'builtin', name: 'fetch_url' },
      { type: 'http', name: 'post', request: { method: 'POST', url: 'https://example.org/' }, costCredits: 3 },
      { type: 'http', name: 'read', request: { url: 'https://example.org/' }, risk: 'high' },
    ],
  });
  expect(made.id).toMatch(/^per_[0-9a-z]{26}$/);
  expect(made).toMatchObject({
    description: '',
    autonomyLevel: 'approve_high_risk',
    agentId: null,
    estimatedDuration: { minMinutes: 5, maxMinutes: 60 },
    integrations: [{ risk: 'low' }, { risk: 'high', costCredits: 3 }, { risk: 'high', costCredits: 0 }],
  });
  const path = `/api/personas/${made.id}`;
  const patch = { name: 'Other', estimatedDuration: { maxMinutes: 90 }, autonomyLevel: 'approve_all' };
  const changed = await call(server, 'PATCH', path, { body: patch });
  expect(changed.body.data).toMatchObject({
    name: 'Other',
    estimatedDuration: { minMinutes: 5, maxMinutes: 90 },
    autonomyLevel: 'approve_all',
    sopSteps: made.sopSteps,
  });
  const reset = await call(server, 'PATCH', path, { body: { autonomyLevel: null } });
  expect(reset.body.data.autonomyLevel).toBe('approve_high_risk');
  const list = await call(server, 'GET', '/api/personas?category=Proposals');
  expect(list.body.data.map(({ id }: { id: string }) => id)).toContain(made.id);
  const others = await call(server, 'GET', '/api/personas?category=Data');
  expect(others.body.data.map(({ id }: { id: string }) => id)).not.toContain(made.id);
  expect((await call(server, 'DELETE', path)).body.data).toEqual({ id: made.id, deleted: true });
  expect((await call(server, 'GET', path)).status).toBe(404);
});

test('all faults of a persona are returned in one list', async () => {
  const { status, body } = await call(server, 'POST', '/api/personas', {
    body: {
      name: 'Faulty',
      category: 'Data',
      agentId: 'agt_none',
      systemPrompt: 'x',
      sopSteps: ['a'],
      inputFields: [
        { name: 'a', label: 'A', type: 'select' },
        { name: 'a', label: 'A', options: ['x'] },
      ],
      deliverables: [
        { name: 'R', type: 'pdf' },
        { name: 'R', type: 'csv' },
      ],
      integrations: [
        { type: 'http', name: 'write_deliverable', request: { url: 'https://example.org/' } },
        { type: 'workflow', name: 'run', workflow_id: 'wf_none' },
      ],
      estimatedDuration: { minMinutes: 5, maxMinutes: 1 },
    },
  });
  expect(status).toBe(400);
  expect(Object.keys(faultsOf(body)).toSorted()).toEqual([
    'body.agentId',
    'body.deliverables[1].name',
    'body.estimatedDuration.maxMinutes',
    'body.inputFields[0].options',
    'body.inputFields[1].name',
    'body.inputFields[1].options',
    'body.integrations[0].name',
    'body.integrations[1].workflow_id',
    'body.systemPrompt',
  ]);
  const shape = await call(server, 'POST', '/api/personas', { body: { name: 'x', category: 'Nope', other: 1 } });
  expect(Object.keys(faultsOf(shape.body)).toSorted()).toEqual(['body.category', 'body.other', 'body.sopSteps']);
});

describe('the start of a task', () => {
  const inputFields = [
    { name: 'topic', label: 'Topic', type: 'text', required: true },
    { name: 'depth', label: 'Depth', type: 'select', required: true, options: ['short', 'long', 'long'] },
    { name: 'areas', label: 'Areas', type: 'multiselect', options: ['a', 'b'] },
    { name: 'count', label: 'Count', type: 'number' },
    { name: 'sure', label: 'Sure', type: 'checkbox' },
    { name: 'due', label: 'Due', type: 'date' },
  ];

  test('names the field of every invalid input', async () => {
    const persona = await makePersona(server, { inputFields });
    const path = `/api/personas/${persona.id}/instances`;
    const wrong = { depth: 'deep', areas: ['a', 'z'], count: '3', sure: 'yes', due: '2026-02-30', extra: 1 };
    const { status, body } = await call(server, 'POST', path, { body: { taskTitle: 't', structuredInputs: wrong } });
    expect(status).toBe(400);
    expect(faultsOf(body)).toEqual({
      'body.structuredInputs.topic': 'is required',
      'body.structuredInputs.depth': 'must be one of: short, long',
      'body.structuredInputs.areas': 'must be a list of some of: a, b',
      'body.structuredInputs.count': 'must be a number',
      'body.structuredInputs.sure': 'must be true or false',
      'body.structuredInputs.due': 'must be a date like 2026-03-31',
      'body.structuredInputs.extra': 'is not a known field; known here: topic, depth, areas, count, sure, due',
    });
    for (const bad of [{}, { taskTitle: '  ' }, { taskTitle: 't', maxCostCredits: 0 }, { taskTitle: 't', x: 1 }]) {
      expect((await call(server, 'POST', path, { body: bad })).status).toBe(400);
    }
    const list = await call(server, 'GET', path);
    expect(list.body.pagination.total_count).toBe(0);
  });

  test('accepts valid inputs, and the caps of the persona or its own', async () => {
    const persona = await makePersona(server, { inputFields, maxCostCredits: 7, maxDurationHours: 2 });
    const path = `/api/personas/${persona.id}/instances`;
    const structuredInputs = {
      topic: 'Bees',
      depth: 'long',
      areas: ['b', 'b'],
      count: 3,
      sure: false,
      due: '2026-03-31',
    };
    const { status, body } = await call(server, 'POST', path, {
      body: { taskTitle: 't', structuredInputs, maxCostCredits: 5 },
    });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      personaId: persona.id,
      taskTitle: 't',
      structuredInputs: { ...structuredInputs, areas: ['b'] },
      maxCostCredits: 5,
      maxDurationHours: 2,
    });
    expect(body.data.link).toMatch(new RegExp(`/personas/instances/${body.data.id}#token=key_[0-9a-z]{26}[\\w-]{43}$`));
    const list = await call(server, 'GET', path);
    expect(list.body.data.map(({ id }: { id: string }) => id)).toEqual([body.data.id]);
  });
});

test('an agent or a workflow that a persona uses can not be deleted, nor a persona with an open task', async () => {
  const agent = await call(server, 'POST', '/api/v1/agents', { body: { name: 'Guide' } });
  const agentId = agent.body.data.id;
  const persona = await makePersona(server, { agentId, model: undefined, autonomyLevel: 'approve_all' });
  const refused = await call(server, 'DELETE', `/api/v1/agents/${agentId}`);
  expect([refused.status, refused.body.error.details.users]).toEqual([400, [`persona "Researcher" (${persona.id})`]]);
  const started = await call(server, 'POST', `/api/personas/${persona.id}/instances`, { body: { taskTitle: 'Open' } });
  const open = await call(server, 'DELETE', `/api/personas/${persona.id}`);
  expect([open.status, open.body.error.details.users]).toEqual([400, [`task "Open" (${started.body.data.id})`]]);
  await call(server, 'POST', `/api/personas/instances/${started.body.data.id}/cancel`);
  expect((await call(server, 'DELETE', `/api/personas/${persona.id}`)).status).toBe(200);
  expect((await call(server, 'GET', `/api/personas/instances/${started.body.data.id}`)).status).toBe(200);
  expect((await call(server, 'GET', `/api/personas/${persona.id}/instances`)).body.data).toHaveLength(1);
  expect((await call(server, 'DELETE', `/api/v1/agents/${agentId}`)).status).toBe(200);
});

test('a workflow or a knowledge base that a persona’s tool names can not be deleted', async () => {
  const base = await call(server, 'POST', '/api/v1/knowledge-bases', { body: { name: 'Notes' } });
  const workflow = await call(server, 'POST', '/api/v1/workflows', {
    body: { name: 'W', definition: { nodes: [{ id: 'a', type: 'template', config: { text: 'x' } }], edges: [] } },
  });
  const persona = await makePersona(server, {
    tools: [{ type: 'knowledge', name: 'look', knowledge_base_id: base.body.data.id }],
    integrations: [{ type: 'workflow', name: 'run', workflow_id: workflow.body.data.id }],
  });
  for (const path of [`knowledge-bases/${base.body.data.id}`, `workflows/${workflow.body.data.id}`]) {
    const { status, body } = await call(server, 'DELETE', `/api/v1/${path}`);
    expect([status, JSON.stringify(body.error)]).toEqual([400, expect.stringContaining(persona.id)]);
  }
});

test('the starter set has one persona per category, is created once, and deleted ones are not created again', async () => {
  const [row] = await server.platform.database.sql<{ id: string }[]>`SELECT id FROM workspaces WHERE name = 'default'`;
  const workspaceId = row?.id ?? '';
  const before = (await call(server, 'GET', '/api/personas')).body.pagination.total_count;
  await fillStarterPersonas(server.platform, workspaceId);
  await fillStarterPersonas(server.platform, workspaceId);
  const { body } = await call(server, 'GET', '/api/personas?per_page=7');
  expect(body.pagination.total_count).toBe(before + 7);
  expect(body.data.map(({ category }: { category: string }) => category).toSorted()).toEqual([
    'Business',
    'Content',
    'Data',
    'Development',
    'Operations',
    'Proposals',
    'Research',
  ]);
  await call(server, 'DELETE', `/api/personas/${body.data[0].id}`);
  await fillStarterPersonas(server.platform, workspaceId);
  expect((await call(server, 'GET', '/api/personas')).body.pagination.total_count).toBe(before + 6);
});
