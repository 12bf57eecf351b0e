import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from '../../../test/client.ts';
import { type ServerUnderTest, startServer } from '../../../test/start-server.ts';
import { text } from '../../../test/workflow-runs.ts';

let server: ServerUnderTest;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server.close());

const versions = async (path: string, options: object = {}) => call(server, 'GET', `/api/v1/${path}/versions`, options);
const restore = async (path: string, version: number | string) =>
  call(server, 'POST', `/api/v1/${path}/versions/${version}/restore`);
async function create(path: string, body: unknown) {
  return (await call(server, 'POST', `/api/v1/${path}`, { body })).body.data;
}
async function keyWith(...scopes: string[]) {
  return create('api-keys', { name: `Key for ${scopes.join(' ')}`, scopes });
}

describe('versions of an agent', () => {
  it('are its saved states, newest first, with their authors', async () => {
    const tool = {
      type: 'http',
      name: 'shop',
      request: { method: 'GET', url: 'https://shop.example/', headers: { 'X-Key': 'secret' } },
    };
    const agent = await create('agents', { name: 'Guide', system_prompt: 'One.', tools: [tool] });
    const path = `agents/${agent.id}`;
    const editor = await keyWith('agents:read', 'agents:write');
    await call(server, 'PATCH', `/api/v1/${path}`, { body: { system_prompt: 'Two.' }, key: editor.key });
    // An update without changes is not a version, though the tool's headers are encrypted again.
    await call(server, 'PATCH', `/api/v1/${path}`, { body: { system_prompt: 'Two.', tools: [tool] } });

    const { status, body } = await versions(path);
    expect(status).toBe(200);
    expect(body.data).toMatchObject([
      {
        version: 2,
        actor: { type: 'api_key', id: editor.id, name: editor.name },
        agent: { id: agent.id, system_prompt: 'Two.' },
      },
      { version: 1, actor: { type: 'api_key' }, agent: { id: agent.id, system_prompt: 'One.' } },
    ]);
    expect(body.data[0].agent.tools[0].request.headers).toEqual({ 'X-Key': 'secret' });
    expect(body.pagination.total_count).toBe(2);
    expect((await versions(path)).body.data[1].agent.created_at).toBe(agent.created_at);

    const { key } = await keyWith('agents:read');
    const masked = (await versions(path, { key })).body.data[0].agent.tools[0].request.headers;
    expect(masked).toEqual({ 'X-Key': '••••••••' });
  });

  it('are restored as a new version; the headers of tools come back, and an archived agent stays archived', async () => {
    const headers = { Authorization: 'Bearer k' };
    const tool = { type: 'http', name: 'shop', request: { method: 'GET', url: 'https://shop.example/', headers } };
    const agent = await create('agents', { name: 'Guide', model: 'm-1', top_p: 0.5, tools: [tool] });
    const path = `agents/${agent.id}`;
    const patch = { model: null, top_p: null, tools: [], name: 'Other', status: 'archived' };
    await call(server, 'PATCH', `/api/v1/${path}`, { body: patch });
    const restored = await restore(path, 1);
    expect(restored.status).toBe(200);
    expect(restored.body.data).toMatchObject({ name: 'Guide', model: 'm-1', top_p: 0.5, status: 'archived' });
    expect(restored.body.data.tools[0].request.headers).toEqual(headers);
    // Saving the current state again is a version, too: it was requested.
    await restore(path, 3);
    const { data } = (await versions(path)).body;
    expect(data.map(({ version }: { version: number }) => version)).toEqual([4, 3, 2, 1]);
    expect(data[0].agent).toMatchObject({ name: 'Guide', tools: [{ name: 'shop' }] });
  });

  it('follow the default model if they did before', async () => {
    const agent = await create('agents', { name: 'Guide' });
    await call(server, 'PATCH', `/api/v1/agents/${agent.id}`, { body: { model: 'm-1' } });
    const { data } = (await restore(`agents/${agent.id}`, 1)).body;
    expect(data.model).toBe('portico-extractive');
    const [row] = await server.platform.database.sql`SELECT model FROM agents WHERE id = ${agent.id}`;
    expect(row?.['model']).toBeNull();
  });

  it('are restored whole: settings that a version does not have get their defaults', async () => {
    const agent = await create('agents', { name: 'Guide', slug: 'whole-guide' });
    const path = `agents/${agent.id}`;
    // As after the upgrade of an agent that was made before there was `retrieval`.
    const { sql } = server.platform.database;
    await sql`UPDATE agents SET retrieval = '{}' WHERE id = ${agent.id}`;
    await sql`DELETE FROM agent_versions WHERE agent_id = ${agent.id}`;
    const headers = { 'X-A': '1', 'X-B': '2' };
    const tool = { type: 'http', name: 'shop', request: { method: 'GET', url: 'https://shop.example/', headers } };
    const retrieval = { mode: 'semantic', top_k: 2, min_score: 0.5, rewrite: false };
    await call(server, 'PATCH', `/api/v1/${path}`, { body: { retrieval, slug: null, tools: [tool] } });
    const restored = (await restore(path, 1)).body.data;
    expect(restored).toMatchObject({ retrieval: agent.retrieval, slug: 'whole-guide', tools: [] });
    expect((await versions(path)).body.data[0]).toMatchObject({ version: 3, agent: { retrieval: agent.retrieval } });
    const again = (await restore(path, 2)).body.data;
    expect(again).toMatchObject({ retrieval, slug: null, tools: [{ request: { headers } }] });
  });

  it('that refer to deleted resources are refused, and so are unknown ones', async () => {
    const base = await create('knowledge-bases', { name: 'Old' });
    const agent = await create('agents', { name: 'Guide', knowledge_base_ids: [base.id] });
    const path = `agents/${agent.id}`;
    await call(server, 'PATCH', `/api/v1/${path}`, { body: { knowledge_base_ids: [] } });
    expect((await call(server, 'DELETE', `/api/v1/knowledge-bases/${base.id}`)).status).toBe(200);
    const refused = await restore(path, 1);
    expect(refused.status).toBe(400);
    expect(refused.body.error.details.fields[0].path).toBe('body.knowledge_base_ids[0]');
    for (const version of [99, 0, 'x', '1e3', '99999999999999999999']) {
      expect((await restore(path, version)).status).toBe(404);
    }
    expect((await restore('agents/agt_unknown', 1)).status).toBe(404);
    expect((await versions('agents/agt_unknown')).status).toBe(404);
    const { key } = await keyWith('agents:read');
    expect((await call(server, 'POST', `/api/v1/${path}/versions/1/restore`, { key })).status).toBe(403);
  });

  it('missed by a process that records none are recorded later, with the server as author', async () => {
    const agent = await create('agents', { name: 'Guide' });
    const { sql } = server.platform.database;
    await sql`DELETE FROM agent_versions WHERE agent_id = ${agent.id}`;
    expect((await versions(`agents/${agent.id}`)).body.data).toMatchObject([
      { version: 1, actor: { type: 'system', id: 'system' } },
    ]);
    await sql`UPDATE agents SET name = 'Renamed by an older process' WHERE id = ${agent.id}`;
    await call(server, 'PATCH', `/api/v1/agents/${agent.id}`, { body: { name: 'New' } });
    expect((await versions(`agents/${agent.id}`)).body.data).toMatchObject([
      { version: 3, actor: { type: 'api_key' }, agent: { name: 'New' } },
      { version: 2, actor: { type: 'system' }, agent: { name: 'Renamed by an older process' } },
      { version: 1 },
    ]);
  });
});

describe('versions of a workflow', () => {
  const definition = (said: string) => ({
    nodes: [text('say', said)],
    outputs: { [said]: '{{ nodes.say.outputs.text }}' },
  });

  it('are its definitions, and are restored as a new version', async () => {
    const workflow = await create('workflows', { name: 'Say', definition: definition('one') });
    const path = `workflows/${workflow.id}`;
    await call(server, 'PATCH', `/api/v1/${path}`, { body: { definition: definition('two'), name: 'Renamed' } });
    const { data } = (await versions(path)).body;
    expect(data).toMatchObject([
      { version: 2, actor: { type: 'api_key' }, workflow: { name: 'Renamed', version: 2 } },
      { version: 1, workflow: { name: 'Renamed', version: 1, definition: { outputs: { one: expect.any(String) } } } },
    ]);
    const restored = (await restore(path, 1)).body.data;
    expect(restored).toMatchObject({ version: 3, name: 'Renamed' });
    // Fields that only the current definition has are removed.
    expect(restored.definition.outputs).toEqual(definition('one').outputs);
    expect((await restore(path, 3)).body.data.version).toBe(4);
    expect((await restore(path, 9)).status).toBe(404);
    expect((await versions('workflows/wf_unknown')).status).toBe(404);
  });

  it('are restored with their input schema, without properties that were added later', async () => {
    const schema = (...names: string[]) => ({
      type: 'object',
      properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
    });
    const body = { name: 'Say', definition: definition('one'), input_schema: schema('who') };
    const path = `workflows/${(await create('workflows', body)).id}`;
    const later = { input_schema: { ...schema('who', 'when'), required: ['when'] } };
    await call(server, 'PATCH', `/api/v1/${path}`, { body: later });
    expect((await restore(path, 1)).body.data.input_schema).toEqual({ ...schema('who'), required: [] });
  });

  it('of an older version of the server have the server as author', async () => {
    const workflow = await create('workflows', { name: 'Say', definition: definition('one') });
    await server.platform.database.sql`UPDATE workflow_versions SET actor = NULL WHERE workflow_id = ${workflow.id}`;
    expect((await versions(`workflows/${workflow.id}`)).body.data).toMatchObject([
      { version: 1, actor: { type: 'system', name: 'Portico' } },
    ]);
  });
});
