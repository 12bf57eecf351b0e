import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from '../../../test/client.ts';
import { type ModelServer, startModelServer } from '../../../test/model-server/start-model-server.ts';
import { type ServerUnderTest, startServer } from '../../../test/start-server.ts';

let server: ServerUnderTest;

beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server.close());

const post = async (body: unknown, key?: string) =>
  call(server, 'POST', '/api/v1/agents', { body, ...(key === undefined ? {} : { key }) });
const fieldsOf = ({ body }: { body: { error: { details: { fields: { path: string }[] } } } }) =>
  body.error.details.fields.map(({ path }) => path);

describe('agents (spec 2.2, contract 5)', () => {
  it('needs a name and has defaults for the rest', async () => {
    const { status, body } = await post({ name: 'Guide' });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      id: expect.stringMatching(/^agt_[0-9a-z]{26}$/),
      name: 'Guide',
      description: '',
      model: 'portico-extractive',
      system_prompt: '',
      temperature: 0.7,
      top_p: null,
      max_tokens: 1024,
      knowledge_base_ids: [],
      tools: [],
      available_tools: [],
      max_steps: 10,
      status: 'active',
    });
    expect((await call(server, 'GET', `/api/v1/agents/${body.data.id}`)).body.data).toEqual(body.data);
  });

  it('has a slug that is unique in the workspace', async () => {
    const { body } = await post({ name: 'Guide', slug: 'guide_1' });
    expect(body.data.slug).toBe('guide_1');
    const taken = { status: 400, body: { error: { details: { fields: [{ path: 'body.slug', code: 'taken' }] } } } };
    expect(await post({ name: 'Other', slug: 'guide_1' })).toMatchObject(taken);
    const other = (await post({ name: 'Other' })).body.data;
    expect(other.slug).toBeNull();
    const patch = async (slug: string | null) =>
      call(server, 'PATCH', `/api/v1/agents/${other.id}`, { body: { slug } });
    expect(await patch('guide_1')).toMatchObject(taken);
    expect((await patch('guide-2')).body.data.slug).toBe('guide-2');
    expect((await patch(null)).body.data.slug).toBeNull();
    for (const slug of ['', 'Guide', 'a b', 'x'.repeat(65)])
      expect((await post({ name: 'Guide', slug })).status).toBe(400);
    // Programs may call an agent by its id as well.
    const like = { path: 'body.slug', message: 'must not look like an id' };
    expect((await post({ name: 'Guide', slug: other.id })).body.error?.details.fields).toMatchObject([like]);
    expect((await patch(body.data.id)).body.error?.details.fields).toMatchObject([like]);
    expect((await patch('agt_guide')).body.data.slug).toBe('agt_guide');
  });

  it('keeps the parameters of a tool as they were given', async () => {
    const parameters = { type: 'object', properties: { city: { type: 'string' } }, additionalProperties: false };
    const tools = [
      { type: 'client', name: 'show', description: 'Shows.', parameters },
      {
        type: 'http',
        name: 'ask',
        description: 'Asks.',
        parameters,
        request: { method: 'GET', url: 'https://a.example' },
      },
    ];
    expect((await post({ name: 'Guide', tools })).body.data.tools).toEqual(tools);
  });

  it('shows the tools as a model sees them', async () => {
    const tools = [
      { type: 'builtin', name: 'current_time' },
      {
        type: 'http',
        name: 'weather',
        description: 'Reports the weather.',
        parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
        request: { method: 'GET', url: 'https://weather.example/{{ city }}' },
      },
      { type: 'mcp', url: 'https://tools.example/mcp', allow: ['search'] },
    ];
    const { body } = await post({ name: 'Guide', tools });
    expect(body.data.tools).toEqual(tools);
    expect(body.data.available_tools).toMatchObject([
      { name: 'current_time', description: expect.stringContaining('time') },
      { name: 'weather', description: 'Reports the weather.' },
      { name: 'search', description: expect.stringContaining('tools.example') },
    ]);
    expect((await post({ name: 'Guide', available_tools: [] })).status).toBe(400);
  });

  it.each([
    [{}, ['body.name']],
    [{ name: '  ' }, ['body.name']],
    [{ name: 'G', temperature: 3 }, ['body.temperature']],
    [{ name: 'G', max_steps: 51 }, ['body.max_steps']],
    [{ name: 'G', colour: 'red' }, ['body.colour']],
    [{ name: 'G', tools: [{ type: 'builtin', name: 'rm' }] }, ['body.tools[0].name']],
    [
      { name: 'G', tools: [{ type: 'http', name: 'a b', request: { url: 'https://x.example' } }] },
      ['body.tools[0].name'],
    ],
    [{ name: 'G', tools: [{ type: 'mcp', url: 'ftp://x.example' }] }, ['body.tools[0].url']],
    [
      { name: 'G', knowledge_base_ids: ['kb_none'], tools: [{ type: 'workflow', name: 'w', workflow_id: 'wf_none' }] },
      ['body.knowledge_base_ids[0]', 'body.tools[0].workflow_id'],
    ],
    [
      {
        name: 'G',
        tools: [
          { type: 'http', name: 'a', request: { url: 'https://x.example' } },
          {
            type: 'http',
            name: 'a',
            request: { url: 'https://x.example' },
            parameters: { properties: { b: { type: 'no type' } } },
          },
        ],
      },
      ['body.tools[1].name', 'body.tools[1].parameters'],
    ],
    [
      {
        name: 'G',
        tools: [
          { type: 'builtin', name: 'fetch_url' },
          { type: 'http', name: 'no_answer', request: { url: 'https://x.example' } },
          { type: 'client', name: 'request_handover' },
        ],
      },
      ['body.tools[1].name', 'body.tools[2].name'],
    ],
  ])('refuses %j', async (body, paths) => {
    const answer = await post(body);
    expect([answer.status, answer.body.error.code]).toEqual([400, 'validation_error']);
    expect(fieldsOf(answer)).toEqual(paths);
  });

  it.each([
    'https://{{ host }}/x',
    'https://{{ shop }}.example',
    'https://shop.example{{ x }}',
    'http://a.example:{{ n }}/',
  ])('can’t have a tool whose host an argument chooses: %s', async (url) => {
    const answer = await post({ name: 'G', tools: [{ type: 'http', name: 'x', request: { url } }] });
    expect([answer.status, fieldsOf(answer)]).toEqual([400, ['body.tools[0].request.url']]);
  });

  it('refers only to existing knowledge bases, to each once', async () => {
    const base = await call(server, 'POST', '/api/v1/knowledge-bases', { body: { name: 'Docs' } });
    const { status, body } = await post({
      name: 'Guide',
      knowledge_base_ids: [base.body.data.id, base.body.data.id],
      tools: [{ type: 'knowledge', name: 'docs', knowledge_base_id: base.body.data.id }],
    });
    expect([status, body.data.knowledge_base_ids]).toEqual([201, [base.body.data.id]]);
  });

  it('is changed by a merge patch, and null restores a default', async () => {
    const { body } = await post({ name: 'Guide', temperature: 0.1, top_p: 0.5, model: 'a', system_prompt: 'Hi' });
    const path = `/api/v1/agents/${body.data.id}`;
    const changed = await call(server, 'PATCH', path, { body: { temperature: null, top_p: null, model: null } });
    expect(changed.body.data).toMatchObject({
      temperature: 0.7,
      top_p: null,
      model: 'portico-extractive',
      system_prompt: 'Hi',
      name: 'Guide',
    });
    expect(changed.body.data.updated_at > body.data.updated_at).toBe(true);
    expect((await call(server, 'PATCH', path, { body: { name: null } })).status).toBe(400);
    expect((await call(server, 'PATCH', path, { body: { max_steps: 0 } })).status).toBe(400);
    expect((await call(server, 'PATCH', path, { body: { knowledge_base_ids: ['kb_none'] } })).status).toBe(400);
  });

  it('keeps stored tools with the name of a built-in tool, but saves none', async () => {
    const tool = (name: string) => ({ type: 'http', name, request: { method: 'GET', url: 'https://x.example/' } });
    const { id } = (await post({ name: 'Guide', tools: [tool('earlier_no_answer')] })).body.data;
    // As stored by an earlier version, which accepted the name.
    const { sql } = server.platform.database;
    await sql`UPDATE agents SET tools = replace(tools::text, 'earlier_', '')::json WHERE id = ${id}`;
    await sql`UPDATE agent_versions SET snapshot = replace(snapshot::text, 'earlier_', '')::json WHERE agent_id = ${id}`;
    const path = `/api/v1/agents/${id}`;
    const renamed = await call(server, 'PATCH', path, { body: { name: 'Other' } });
    expect(renamed.body.data).toMatchObject({ name: 'Other', tools: [{ name: 'no_answer' }] });
    for (const refused of [
      await call(server, 'PATCH', path, { body: { tools: [tool('shop'), tool('request_handover')] } }),
      await call(server, 'POST', `${path}/versions/1/restore`),
    ]) {
      expect([refused.status, refused.body.error.details.fields]).toMatchObject([
        400,
        [{ path: expect.stringMatching(/^body\.tools\[[01]\]\.name$/), message: 'is the name of a built-in tool' }],
      ]);
    }
    expect((await call(server, 'PATCH', path, { body: { tools: [tool('shop')] } })).status).toBe(200);
  });

  it('lists newest first, in pages', async () => {
    const ids = [];
    for (const name of ['One', 'Two', 'Three']) ids.push((await post({ name })).body.data.id);
    const { body } = await call(server, 'GET', '/api/v1/agents?per_page=2');
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([ids[2], ids[1]]);
    expect(body.pagination).toMatchObject({ page: 1, per_page: 2, has_next: true, has_prev: false });
    expect((await call(server, 'GET', '/api/v1/agents?page=0')).status).toBe(400);
  });

  it('can be deleted unless something uses it', async () => {
    const { body } = await post({ name: 'Guide' });
    const { id } = body.data;
    const chat = await call(server, 'POST', '/api/v1/chat-interfaces', { body: { name: 'Support', agent_id: id } });
    const refused = await call(server, 'DELETE', `/api/v1/agents/${id}`);
    expect(refused.status).toBe(400);
    expect(refused.body.error.message).toContain(`chat interface "Support" (${chat.body.data.id})`);
    expect((await call(server, 'GET', `/api/v1/agents/${id}`)).status).toBe(200);
    await call(server, 'DELETE', `/api/v1/chat-interfaces/${chat.body.data.id}`);
    const thread = await call(server, 'POST', `/api/v1/agents/${id}/threads`);
    expect((await call(server, 'DELETE', `/api/v1/agents/${id}`)).body.data).toEqual({ id, deleted: true });
    expect((await call(server, 'GET', `/api/v1/agents/${id}`)).status).toBe(404);
    expect((await call(server, 'DELETE', `/api/v1/agents/${id}`)).status).toBe(404);
    const { threadId } = { threadId: thread.body.data.id };
    expect((await call(server, 'GET', `/api/v1/threads/${threadId}`)).status).toBe(200);
    const sent = await call(server, 'POST', `/api/v1/threads/${threadId}/messages`, { body: { content: 'Hi' } });
    expect(sent.status).toBe(400);
  });

  it('prevents the deletion of resources that it or a workflow uses', async () => {
    const base = (await call(server, 'POST', '/api/v1/knowledge-bases', { body: { name: 'Docs' } })).body.data;
    const { body } = await post({ name: 'Guide', knowledge_base_ids: [base.id] });
    const definition = {
      nodes: [
        {
          id: 'each',
          type: 'loop',
          config: {
            items: '{{ [1] }}',
            body: {
              nodes: [{ id: 'ask', type: 'agent', config: { agent_id: body.data.id, message: 'Hi' } }],
              edges: [],
              outputs: {},
            },
          },
        },
      ],
      edges: [],
      outputs: {},
    };
    const workflow = await call(server, 'POST', '/api/v1/workflows', { body: { name: 'Loop', definition } });
    expect(workflow.status).toBe(201);
    const remove = async (path: string) => call(server, 'DELETE', `/api/v1/${path}`);
    const used = await remove(`knowledge-bases/${base.id}`);
    expect([used.status, used.body.error.details.users]).toEqual([400, [`agent "Guide" (${body.data.id})`]]);
    const agent = await remove(`agents/${body.data.id}`);
    expect([agent.status, agent.body.error.details.users]).toEqual([
      400,
      [`workflow "Loop" (${workflow.body.data.id})`],
    ]);
    expect((await remove(`workflows/${workflow.body.data.id}`)).status).toBe(200);
    expect((await remove(`agents/${body.data.id}`)).status).toBe(200);
    expect((await remove(`knowledge-bases/${base.id}`)).status).toBe(200);
  });

  it('requires the scopes of the specification', async () => {
    const issue = async (scopes: string[]) =>
      (await call(server, 'POST', '/api/v1/api-keys', { body: { name: 'k', scopes } })).body.data.key;
    const reader = await issue(['agents:read']);
    const { body } = await post({ name: 'Guide' });
    expect((await call(server, 'GET', `/api/v1/agents/${body.data.id}`, { key: reader })).status).toBe(200);
    const refused = await call(server, 'POST', `/api/v1/agents/${body.data.id}/threads`, { key: reader });
    expect(refused.body.error).toMatchObject({ code: 'insufficient_scope', details: { missing: ['threads:write'] } });
    expect((await post({ name: 'Guide' }, reader)).status).toBe(403);
  });
});

describe('models', () => {
  let models: ModelServer;
  let withModels: ServerUnderTest;
  beforeAll(async () => {
    models = await startModelServer({ models: ['gpt-6-luna', 'gpt-6-sol'] });
    withModels = await startServer({ OPENAI_BASE_URL: models.url, OPENAI_API_KEY: 'sk-test' });
  });
  afterAll(async () => {
    await withModels.close();
    await models.close();
  });
  const save = async (method: string, path: string, body: object) =>
    (await call(withModels, method, `/api/v1/agents${path}`, { body })).body.data;

  it('an agent without a model uses the best one that the server lists', async () => {
    expect(await save('POST', '', { name: 'A' })).toMatchObject({ model: 'gpt-6-luna', reasoning_effort: null });
  });

  it('a model that the server does not list is accepted with a warning, on create and on PATCH', async () => {
    const warnings = [
      {
        path: 'body.model',
        message: "is not in the model server's list of 2 models; replies fail if it does not exist",
      },
    ];
    const agent = await save('POST', '', { name: 'A', model: 'gpt-6-lunar' });
    expect(agent).toMatchObject({ model: 'gpt-6-lunar', warnings });
    const path = `/${agent.id}`;
    expect(await save('PATCH', path, { description: 'Typo' })).not.toHaveProperty('warnings');
    expect(await save('PATCH', path, { model: 'gpt-6-lunarr' })).toMatchObject({ warnings });
    expect(await save('PATCH', path, { model: 'gpt-6-sol' })).not.toHaveProperty('warnings');
    expect((await call(withModels, 'GET', `/api/v1/agents${path}`)).body.data).not.toHaveProperty('warnings');
  });

  it('the effort of an agent is sent to the model', async () => {
    const agent = await save('POST', '', { name: 'A', reasoning_effort: 'low' });
    const thread = (await call(withModels, 'POST', `/api/v1/agents/${agent.id}/threads`)).body.data;
    await call(withModels, 'POST', `/api/v1/threads/${thread.id}/messages`, { body: { content: 'Hi' } });
    expect(models.calls.at(-1)?.body).toMatchObject({ model: 'gpt-6-luna', reasoning_effort: 'low' });
    expect(await save('PATCH', `/${agent.id}`, { reasoning_effort: null })).toMatchObject({ reasoning_effort: null });
  });
});

describe('secrets of tools', () => {
  const value = 'Bearer top-secret';
  const http = {
    type: 'http',
    name: 'a',
    request: { url: 'https://api.example.com', headers: { Authorization: value } },
  };
  const mcp = { type: 'mcp', url: 'https://mcp.example.com/mcp', headers: { 'X-Key': value } };
  const mask = '••••••••';

  it('are masked for callers who may only read, and a mask that is sent back keeps the stored value', async () => {
    const body = { name: 'Tools', tools: [http, mcp] };
    const { id } = (await call(server, 'POST', '/api/v1/agents', { body })).body.data;
    const issue = async (scopes: string[]): Promise<string> =>
      (await call(server, 'POST', '/api/v1/api-keys', { body: { name: 'R', scopes } })).body.data.key;
    const key = await issue(['agents:read']);
    const { data } = (await call(server, 'GET', `/api/v1/agents/${id}`, { key })).body;
    expect(data.tools[0].request.headers).toEqual({ Authorization: mask });
    expect(data.tools[1].headers).toEqual({ 'X-Key': mask });
    expect(JSON.stringify((await call(server, 'GET', '/api/v1/agents', { key })).body)).not.toContain('top-secret');
    const tools = [data.tools[1], { ...data.tools[0], description: 'Changed' }];
    const changed = await call(server, 'PATCH', `/api/v1/agents/${id}`, { body: { tools } });
    expect(changed.body.data.tools).toMatchObject([
      { headers: { 'X-Key': value } },
      { description: 'Changed', request: { headers: { Authorization: value } } },
    ]);
    const renamed = await call(server, 'PATCH', `/api/v1/agents/${id}`, {
      body: { tools: [{ ...data.tools[0], name: 'other' }] },
    });
    expect(renamed.body.error.details.fields[0].path).toBe('body.tools[0].request.headers.Authorization');
    const made = await call(server, 'POST', '/api/v1/agents', { body: { name: 'New', tools: data.tools } });
    expect(made.status).toBe(400);
    const named = { ...http, request: { ...http.request, headers: { constructor: mask } } };
    const odd = await call(server, 'PATCH', `/api/v1/agents/${id}`, { body: { tools: [named] } });
    expect(odd.body.error.details.fields[0].path).toBe('body.tools[0].request.headers.constructor');
  });

  it('are masked in addresses, parameters and bodies, too', async () => {
    const request = {
      method: 'POST',
      url: 'https://api.example.com/find?page=2&api_key=top-secret-1',
      query: { token: 'top-secret-2', sort: 'asc' },
      body: { text: '{{ text }}', login: { client_secret: 'top-secret-3', tries: 3 } },
    };
    const form = { method: 'POST', url: 'https://api.example.com/t', body: 'grant=x&client_secret=top-secret-4' };
    const [first, second] = ['top-secret-5', 'top-secret-6'].map((key) => {
      return { type: 'mcp', url: `https://mcp.example.com/mcp?apikey=${key}` };
    });
    const tools = [{ type: 'http', name: 'a', request }, { type: 'http', name: 'b', request: form }, first, second];
    const { id } = (await call(server, 'POST', '/api/v1/agents', { body: { name: 'Tools', tools } })).body.data;
    const persona = { name: 'P', category: 'Research', sopSteps: ['One'], model: 'x', systemPrompt: 'y', tools };
    await call(server, 'POST', '/api/personas', { body: persona });
    const reader = { name: 'R', scopes: ['agents:read', 'personas:read'] };
    const { key } = (await call(server, 'POST', '/api/v1/api-keys', { body: reader })).body.data;
    for (const path of [`/api/v1/agents/${id}`, `/api/v1/agents/${id}/versions`, '/api/personas']) {
      const { status, body } = await call(server, 'GET', path, { key });
      expect([path, status, JSON.stringify(body)]).toEqual([path, 200, expect.not.stringContaining('top-secret')]);
    }
    const shown = (await call(server, 'GET', `/api/v1/agents/${id}`, { key })).body.data.tools;
    expect(shown[0].request).toMatchObject({
      url: `https://api.example.com/find?page=2&api_key=${mask}`,
      query: { token: mask, sort: 'asc' },
      body: { text: '{{ text }}', login: { client_secret: mask, tries: 3 } },
    });
    const patch = async (body: object) => call(server, 'PATCH', `/api/v1/agents/${id}`, { body });
    shown[0].request.url = shown[0].request.url.replace('page=2', 'page=3');
    const kept = await patch({ tools: shown });
    expect([kept.status, kept.body.error]).toEqual([200, undefined]);
    const url = request.url.replace('page=2', 'page=3');
    expect(kept.body.data.tools).toMatchObject([{ request: { ...request, url } }, { request: form }, first, second]);
    const swapped = await patch({ tools: [shown[0], shown[3]] });
    expect(swapped.body.error.details.fields[0].path).toBe('body.tools[1].url');
    shown[0].request.url = `https://api.example.com/${mask}`;
    expect((await patch({ tools: shown })).body.error.details.fields[0].path).toBe('body.tools[0].request.url');
  });
});
