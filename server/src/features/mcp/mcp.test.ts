import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, eventually } from '../../../test/client.ts';
import { type ModelServer, startModelServer } from '../../../test/model-server/start-model-server.ts';
import { type ServerUnderTest, startServer } from '../../../test/start-server.ts';
import { text } from '../../../test/workflow-runs.ts';

let models: ModelServer;
let server: ServerUnderTest;
let client: Client;
const ids = { support: '', base: '', document: '' };

const create = async (path: string, body: unknown) =>
  (await call(server, 'POST', `/api/v1/${path}`, { body })).body.data;
const settings = async (mcp: unknown) => call(server, 'PATCH', '/api/v1/workspace', { body: { mcp } });

async function addDocument(name: string, content: string): Promise<string> {
  const path = `knowledge-bases/${ids.base}/documents`;
  const { id } = await create(path, { name, text: content });
  await eventually(async () => {
    const { data } = (await call(server, 'GET', `/api/v1/${path}/${id}`)).body;
    return data.status === 'ready' ? true : undefined;
  });
  return id;
}

async function connect(headers: Record<string, string>): Promise<Client> {
  const one = new Client({ name: 'test', version: '1' });
  await one.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), { requestInit: { headers } }));
  return one;
}

async function connectWith(...scopes: string[]): Promise<Client> {
  const { key } = await create('api-keys', { name: 'Narrow', scopes });
  return connect({ Authorization: `Bearer ${key}` });
}

const namesOf = async (one: Client) => (await one.listTools()).tools.map(({ name }) => name).toSorted();
/** A call's first text, and whether it is an error. */
async function use(name: string, input: Record<string, unknown>, one = client) {
  const { content, isError, structuredContent } = await one.callTool({ name, arguments: input });
  const [first] = content as { text: string }[];
  return { text: first?.text, isError: isError === true, data: structuredContent };
}

/** Calls a tool with a plain request. */
const post = async (params: Record<string, unknown>, signal: AbortSignal | null = null) =>
  fetch(`${server.url}/mcp`, {
    method: 'POST',
    signal,
    headers: {
      'X-API-Key': server.apiKey,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  });

beforeAll(async () => {
  models = await startModelServer();
  server = await startServer(
    { OPENAI_BASE_URL: models.url, OPENAI_API_KEY: 'test', DEFAULT_MODEL: 'gpt-4o' },
    // Longer than a short call takes on a busy machine.
    { heartbeatMs: 4_000 },
  );
  ids.support = (await create('agents', { name: 'Support', slug: 'support', description: 'Knows orders.' })).id;
  await create('agents', { name: 'Café Führer!' });
  await create('agents', { name: 'cafe fuhrer' });
  await create('agents', { name: '日本' });
  await create('agents', { name: 'Old', slug: 'old', status: 'archived' });
  const definition = {
    nodes: [text('say', 'Hello {{ inputs.who }}')],
    outputs: { said: '{{ nodes.say.outputs.text }}' },
  };
  const input_schema = { type: 'object', properties: { who: { type: 'string' } }, required: ['who'] };
  await create('workflows', { name: 'Greet', slug: 'greet', definition, input_schema });
  ids.base = (await create('knowledge-bases', { name: 'Handbook' })).id;
  ids.document = await addDocument('delivery.md', 'A parcel takes two working days to Oslo.');
  client = await connect({ 'X-API-Key': server.apiKey });
});
afterAll(async () => {
  await client.close();
  await server.close();
  await models.close();
});

describe('the official client', () => {
  it('lists agents, workflows and knowledge as tools', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).toSorted()).toEqual([
      'ask_cafe_fuhrer',
      'ask_cafe_fuhrer_2',
      'ask_support',
      'ask_unnamed',
      'fetch',
      'run_greet',
      'search',
    ]);
    expect(tools.find(({ name }) => name === 'ask_support')).toMatchObject({
      description: 'Knows orders.',
      inputSchema: { required: ['message'] },
    });
    expect(tools.find(({ name }) => name === 'run_greet')?.inputSchema).toMatchObject({
      type: 'object',
      properties: { who: { type: 'string' } },
      required: ['who'],
    });
  });

  it('asks an agent without storing anything', async () => {
    expect(await use('ask_support', { message: 'Where is my order?' })).toMatchObject({
      text: 'You said: Where is my order?',
      isError: false,
    });
    const { pagination } = (await call(server, 'GET', `/api/v1/threads?agent_id=${ids.support}`)).body;
    expect(pagination.total_count).toBe(0);
  });

  it('runs a workflow', async () => {
    expect(await use('run_greet', { who: 'Ada' })).toEqual({
      text: '{"said":"Hello Ada"}',
      isError: false,
      data: { said: 'Hello Ada' },
    });
    expect(await use('run_greet', {})).toMatchObject({ isError: true, text: 'arguments.who: is required' });
  });

  it('follows the progress of a long call, which a proxy keeps open', async () => {
    const held = Promise.withResolvers<void>();
    const answer = { text: 'At last', hangAfter: 0, hangUntil: held.promise };
    models.reply(answer, answer, answer);
    const input = { name: 'ask_support', arguments: { message: 'Think hard' } };
    const progress = Promise.withResolvers<number>();
    const result = client.callTool(input, undefined, { onprogress: (seen) => progress.resolve(seen.progress) });
    const plainResult = client.callTool(input);
    const response = await post(input);
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(await progress.promise).toBeGreaterThan(0);
    held.resolve();
    expect(await response.text()).toMatch(/^retry: \d+\n\nevent: message\ndata: .*At last/);
    for (const each of [result, plainResult]) expect(await each).toMatchObject({ content: [{ text: 'At last' }] });
  });

  it('searches, and fetches what it found', async () => {
    const { data } = await use('search', { query: 'How long does a parcel take to Oslo?' });
    expect(data).toEqual({
      results: [{ id: ids.document, title: 'delivery.md', url: `urn:portico:document:${ids.document}` }],
    });
    const fetched = await use('fetch', { id: ids.document });
    expect(fetched.data).toEqual({
      id: ids.document,
      title: 'delivery.md',
      text: 'A parcel takes two working days to Oslo.',
      url: `urn:portico:document:${ids.document}`,
    });
    expect(JSON.parse(fetched.text ?? '')).toEqual(fetched.data);
    expect(await use('fetch', { id: 'doc_unknown' })).toMatchObject({ isError: true });
  });

  it('gets a failure as a result for the model', async () => {
    expect(await use('ask_support', { message: ' ' })).toMatchObject({ isError: true });
    models.reply({ status: 400, error: { message: 'no' } });
    expect(await use('ask_support', { message: 'Hello' })).toMatchObject({ isError: true });
    await expect(use('ask_old', { message: 'Hello' })).rejects.toThrow('There is no tool ask_old');
  });

  it('ends the model call with its client', async () => {
    models.reply({ text: Array.from({ length: 200 }, () => 'word '), tokenDelayMs: 50 });
    const stop = new AbortController();
    const at = models.calls.length;
    const asked = post({ name: 'ask_support', arguments: { message: 'Talk' } }, stop.signal).catch(() => undefined);
    await eventually(async () => models.calls[at]);
    stop.abort();
    await asked;
    const hasEnded = await eventually(async () => (models.calls[at]?.aborted === true ? true : undefined));
    expect(hasEnded).toBe(true);
  });
});

describe('a plain request', () => {
  const ask = { name: 'ask_support', arguments: { message: 'Hello' } };

  it('gets JSON from a call that ends soon', async () => {
    const response = await post(ask);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toMatchObject({ id: 1, result: { content: [{ text: 'You said: Hello' }] } });
    expect(await (await post({ name: 'ask_nobody' })).json()).toMatchObject({ id: 1, error: { code: -32_602 } });
  });

  it('gets a stream from the start if it asks for progress', async () => {
    const held = Promise.withResolvers<void>();
    models.reply({ text: 'At last', hangAfter: 0, hangUntil: held.promise });
    const response = await post({ ...ask, _meta: { progressToken: 'one' } });
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    held.resolve();
    expect(await response.text()).toMatch(/event: message\ndata: .*At last/);
  });

  it('gets JSON if it is refused, even if it asks for progress', async () => {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { ...ask, _meta: { progressToken: 1 } } };
    for (const [header, status] of [
      [{ Accept: 'application/json' }, 406],
      [{ Accept: 'application/json, text/event-stream', 'MCP-Protocol-Version': '1999-01-01' }, 400],
    ] as const) {
      const response = await call(server, 'POST', '/mcp', { body, headers: header });
      expect(response).toMatchObject({ status, body: { error: { code: -32_000 } } });
    }
  });
});

it('a call ends with the key that made it', async () => {
  const { key, id } = await create('api-keys', { name: 'Short', scopes: ['agents:execute'] });
  const short = await connect({ 'X-API-Key': key });
  models.reply({ text: 'one two three', hangAfter: 2 });
  const at = models.calls.length;
  const asked = use('ask_support', { message: 'Talk' }, short).catch((error: Error) => error.message);
  await eventually(async () => models.calls[at]);
  await call(server, 'DELETE', `/api/v1/api-keys/${id}`);
  expect(await asked).toContain('no longer allowed');
  await eventually(async () => (models.calls[at]?.aborted === true ? true : undefined));
});

describe('the offered tools', () => {
  it('follow the workspace’s settings', async () => {
    await settings({ agents: [ids.support, ids.support], workflows: 'none', knowledge_bases: [] });
    expect(await namesOf(client)).toEqual(['ask_support']);
    await expect(use('run_greet', { who: 'Ada' })).rejects.toThrow('There is no tool');
    const other = (await create('knowledge-bases', { name: 'Other' })).id;
    const { body } = await settings({ knowledge_bases: [other] });
    expect(body.data.mcp).toEqual({ agents: [ids.support], workflows: 'none', knowledge_bases: [other] });
    expect((await use('search', { query: 'parcel' })).data).toEqual({ results: [] });
    expect(await use('fetch', { id: ids.document })).toMatchObject({ isError: true });
    expect((await settings({ agents: null })).body.data.mcp).toMatchObject({ agents: 'all', workflows: 'none' });
    expect((await settings(null)).body.data.mcp).toEqual({ agents: 'all', workflows: 'all', knowledge_bases: 'all' });
    expect((await settings({ agents: 'some' })).status).toBe(400);
  });

  it('refuses ids of nothing in the workspace, except of what was deleted after it had been chosen', async () => {
    const gone = (await create('agents', { name: 'Gone' })).id;
    await settings({ agents: [gone] });
    await call(server, 'DELETE', `/api/v1/agents/${gone}`);
    const kept = await settings({ agents: [ids.support, gone] });
    expect(kept.body.data.mcp.agents).toEqual([ids.support, gone]);
    const wrong = { agents: [ids.support, ids.base], workflows: ['wf_nowhere'], knowledge_bases: [gone] };
    const { status, body } = await settings(wrong);
    expect([status, body.error.details.fields]).toEqual([
      400,
      [
        { path: 'body.mcp.agents[1]', message: 'is not an agent of this workspace', code: 'not_found' },
        { path: 'body.mcp.workflows[0]', message: 'is not a workflow of this workspace', code: 'not_found' },
        {
          path: 'body.mcp.knowledge_bases[0]',
          message: 'is not a knowledge base of this workspace',
          code: 'not_found',
        },
      ],
    ]);
    await settings(null);
  });

  it('keep their names when others are no longer offered, and have names that clients accept', async () => {
    const long = 'An agent with a very long name that nobody would want to write in full';
    const offered: string[] = [];
    for (const name of ['Twin', 'Twin', long, long]) offered.push((await create('agents', { name })).id);
    await settings({ agents: offered.slice(1), workflows: 'none', knowledge_bases: 'none' });
    const whole = 'ask_an_agent_with_a_very_long_name_that_nobody_would_want_to_write_in_full';
    const expected = ['ask_twin_2', whole.slice(0, 64), `${whole.slice(0, 62)}_2`];
    expect(await namesOf(client)).toEqual(expected.toSorted());
    await settings(null);
    for (const id of offered) await call(server, 'DELETE', `/api/v1/agents/${id}`);
  });

  it('need the scope of each tool', async () => {
    expect(await namesOf(await connectWith('workflows:execute'))).toEqual(['run_greet']);
    expect(await namesOf(await connectWith('knowledge-bases:query'))).toEqual(['fetch', 'search']);
    const narrow = await connectWith('agents:read');
    expect(await namesOf(narrow)).toEqual([]);
    await expect(use('ask_support', { message: 'Hello' }, narrow)).rejects.toThrow('There is no tool');
  });
});

describe('refusals', () => {
  it('a wrong key, and none', async () => {
    await expect(connect({ Authorization: 'Bearer ptk_wrong' })).rejects.toMatchObject({ code: 401 });
    await expect(connect({})).rejects.toMatchObject({ code: 401 });
    const { key, id } = await create('api-keys', { name: 'Gone', scopes: ['agents:execute'] });
    const connected = await connect({ Authorization: `Bearer ${key}` });
    await call(server, 'DELETE', `/api/v1/api-keys/${id}`);
    await expect(connected.listTools()).rejects.toMatchObject({ code: 401 });
  });

  it('a stream, a session and a body that is not JSON-RPC', async () => {
    const noJson = await fetch(`${server.url}/mcp`, {
      method: 'POST',
      headers: { 'X-API-Key': server.apiKey, 'Content-Type': 'application/json' },
      body: '{"jsonrpc":',
    });
    expect(await noJson.json()).toMatchObject({ jsonrpc: '2.0', error: { code: -32_700 } });
    expect((await call(server, 'GET', '/mcp')).status).toBe(405);
    expect((await call(server, 'DELETE', '/mcp')).status).toBe(405);
    const headers = { Accept: 'application/json, text/event-stream' };
    expect((await call(server, 'POST', '/mcp', { body: { hello: 1 }, headers })).status).toBe(400);
  });

  it('a batch, which would count as one request', async () => {
    const ask = { jsonrpc: '2.0', method: 'tools/call', params: { name: 'ask_support', arguments: { message: 'Hi' } } };
    const headers = { Accept: 'application/json, text/event-stream' };
    const before = models.calls.length;
    for (const body of [[], [{ ...ask, id: 1 }], [1, 2, 3].map((id) => ({ ...ask, id }))]) {
      const { status, body: answer } = await call(server, 'POST', '/mcp', { body, headers });
      expect({ status, answer }).toMatchObject({
        status: 400,
        answer: { jsonrpc: '2.0', id: null, error: { code: -32_600, message: expect.stringContaining('one message') } },
      });
    }
    expect(models.calls).toHaveLength(before);
  });

  it('another workspace’s agents and documents', async () => {
    const { sql } = server.platform.database;
    await sql`INSERT INTO workspaces (id, name) VALUES ('ws_other', 'other')`;
    const agent = (await create('agents', { name: 'Theirs' })).id;
    const document = await addDocument('theirs.md', 'A letter takes one working day to Rome.');
    expect(await namesOf(client)).toContain('ask_theirs');
    expect(await use('fetch', { id: document })).toMatchObject({ isError: false });
    await sql`UPDATE agents SET workspace_id = 'ws_other' WHERE id = ${agent}`;
    await sql`UPDATE documents SET workspace_id = 'ws_other' WHERE id = ${document}`;
    expect(await namesOf(client)).not.toContain('ask_theirs');
    expect(await use('fetch', { id: document })).toMatchObject({ isError: true });
  });
});

it('says which version of Portico it is', () => {
  expect(client.getServerVersion()).toMatchObject({ name: 'portico', version: server.platform.version });
});
