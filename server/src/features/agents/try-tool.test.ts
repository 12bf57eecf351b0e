import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { inspect } from 'node:util';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { call } from '../../../test/client.ts';
import { type Listening, serveOnLoopback } from '../../../test/loopback.ts';
import { serveMcp } from '../../../test/serve-mcp.ts';
import { type ServerUnderTest, startServer } from '../../../test/start-server.ts';
import { text, workflowRuns } from '../../../test/workflow-runs.ts';

let server: ServerUnderTest;
let shop: Listening;
let address: string;
let agent: string;
const requests: { request: IncomingMessage; body: string }[] = [];
const workflows = workflowRuns(() => server);

beforeAll(async () => {
  shop = await serveOnLoopback((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const body = Buffer.concat(pieces).toString('utf8');
      if (request.url === '/tools') {
        void serveTools(response, body);
        return;
      }
      if (request.url?.startsWith('/wrong-') === true) {
        answerWrongly(request.url, response, body);
        return;
      }
      if (request.url?.startsWith('/older') === true) {
        response.writeHead(200, { 'content-type': 'text/plain; charset=windows-1252' });
        response.end(Buffer.from('Größe: 80 €', 'latin1').fill(0x80, 10));
        return;
      }
      if (request.url?.startsWith('/photo') === true) {
        response.writeHead(200, { 'content-type': 'image/png' });
        response.end(Buffer.from('\u0089PNG\r\n\u001a\n\0\0', 'latin1'));
        return;
      }
      requests.push({ request, body });
      const isKnown = request.url?.startsWith('/orders') === true;
      response.writeHead(isKnown ? 200 : 404, { 'content-type': 'application/json' });
      response.end(isKnown ? '{"state":"sent"}' : '{"error":"unknown"}');
    });
  });
  address = shop.host;
  server = await startServer({ OUTBOUND_ALLOW: address });
  const tools = [{ type: 'builtin', name: 'current_time' }, orders('GET', '/orders/{{ number }}')];
  agent = (await call(server, 'POST', '/api/v1/agents', { body: { name: 'Guide', tools } })).body.data.id;
});
afterAll(async () => {
  await server.close();
  await shop.close();
});

/** An MCP server with two tools, and many that are too large for one list. */
async function serveTools(response: ServerResponse, body: string): Promise<void> {
  const mcp = new McpServer({ name: 'double', version: '1.0.0' });
  mcp.registerTool('add', { description: 'Adds.', inputSchema: { a: z.number(), b: z.number() } }, ({ a, b }) => ({
    content: [{ type: 'text', text: String(a + b) }],
  }));
  mcp.registerTool('drop', {}, () => ({ content: [] }));
  for (let i = 0; i < 3; i += 1)
    mcp.registerTool(`long-${i}`, { description: 'x'.repeat(400_000) }, () => ({ content: [] }));
  await serveMcp(mcp, response, body);
}

/** An MCP server that opens a session as it should; its list of tools, or the result of a call, has 500 faults. */
function answerWrongly(path: string, response: ServerResponse, body: string): void {
  const { id, method, params } = JSON.parse(body === '' ? '{}' : body);
  const faults = Array.from({ length: 500 }, () => ({ name: 5 }));
  const tools = path === '/wrong-list' ? faults : [{ name: 'ask', inputSchema: { type: 'object' } }];
  const results: Record<string, object> = {
    initialize: {
      protocolVersion: params?.protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: 'x', version: '1' },
    },
    'tools/list': { tools },
  };
  const failed = { error: { code: -32_000, message: 'x'.repeat(100_000), data: faults } };
  const called = path === '/wrong-result' ? { result: { content: faults } } : failed;
  const result = results[method];
  response.writeHead(id === undefined ? 202 : 200, { 'content-type': 'application/json' });
  response.end(id === undefined ? '' : JSON.stringify({ jsonrpc: '2.0', id, ...(result ? { result } : called) }));
}

function orders(method: string, path: string, more: object = {}) {
  return {
    type: 'http',
    name: 'orders',
    description: 'Orders.',
    parameters: { type: 'object', properties: { number: { type: 'string' } }, required: ['number'] },
    request: { method, url: `http://${address}${path}`, headers: { 'X-Shop-Key': 'k-123' }, ...more },
  };
}

async function tryTool(body: unknown, options: object = {}) {
  return call(server, 'POST', `/api/v1/agents/${agent}/tools/try`, { body, ...options });
}

it('shows the request and the response of an unsaved tool', async () => {
  const tool = orders('POST', '/orders', { body: { order: '{{ number }}' } });
  const { status, body } = await tryTool({ tool, arguments: { number: 'A-1' } });
  expect(status).toBe(200);
  expect(body.data).toEqual({
    request: {
      type: 'http',
      name: 'orders',
      method: 'POST',
      url: `http://${address}/orders`,
      headers: expect.objectContaining({ 'x-shop-key': 'k-123', 'content-type': 'application/json' }),
      body: '{"order":"A-1"}',
      arguments: { number: 'A-1' },
    },
    response: {
      ok: true,
      status: 200,
      headers: expect.objectContaining({ 'content-type': 'application/json' }),
      content: '{"state":"sent"}',
    },
    duration_ms: expect.any(Number),
  });
  expect(requests.at(-1)?.body).toBe('{"order":"A-1"}');
  expect(requests.at(-1)?.request.headers['x-shop-key']).toBe('k-123');
});

it('sends the body of a tool as a form if its content type says so', async () => {
  const tool = orders('POST', '/orders', {
    headers: { 'Content-Type': 'application/x-www-form-urlencoded;charset=UTF-8' },
    body: { To: '+47 22', Body: 'Order {{ number }} & more', none: null },
  });
  const { body } = await tryTool({ tool, arguments: { number: 'A-1' } });
  const sent = 'To=%2B47+22&Body=Order+A-1+%26+more';
  expect([body.data.request.body, requests.at(-1)?.body]).toEqual([sent, sent]);
  const nested = { ...tool, request: { ...tool.request, body: { place: { city: '{{ number }}' } } } };
  expect((await tryTool({ tool: nested, arguments: { number: 'A-1' } })).body.error.message).toMatch('“place”');
});

it('tries a saved tool by its name', async () => {
  const { data } = (await tryTool({ tool: 'orders', arguments: { number: 'A 2' } })).body;
  expect(data.request.url).toBe(`http://${address}/orders/A%202`);
  expect(data.response).toMatchObject({ ok: true, content: '{"state":"sent"}' });
  expect((await tryTool({ tool: 'current_time', arguments: { timezone: 'Europe/Oslo' } })).body.data).toMatchObject({
    request: { type: 'builtin', name: 'current_time', method: null },
    response: { ok: true, status: null, content: expect.stringContaining('Europe/Oslo') },
  });
});

it('returns a failed call as a result: a status, an address that is not public', async () => {
  const unknown = await tryTool({ tool: orders('GET', '/nothing'), arguments: { number: '1' } });
  expect(unknown.body.data.response).toMatchObject({ ok: false, status: 404, content: '{"error":"unknown"}' });
  const tool = { ...orders('GET', '/'), request: { method: 'GET', url: 'http://169.254.169.254/latest' } };
  const refused = await tryTool({ tool, arguments: { number: '1' } });
  expect(refused.status).toBe(200);
  expect(refused.body.data.response).toMatchObject({ ok: false, status: null });
});

it('reads a response in the encoding that it declares', async () => {
  const { data } = (await tryTool({ tool: orders('GET', '/older'), arguments: { number: '1' } })).body;
  expect(data.response).toMatchObject({ ok: true, content: 'Größe: 80 €' });
});

it('says so if a response is not a text', async () => {
  const { data } = (await tryTool({ tool: orders('GET', '/photo'), arguments: { number: '1' } })).body;
  expect(data.response).toMatchObject({ ok: true, content: '(image/png, which can’t be read as text)' });
});

it('runs a workflow', async () => {
  const id = await workflows.save({
    nodes: [text('say', 'Hello {{ inputs.who }}')],
    outputs: { said: '{{ nodes.say.outputs.text }}' },
  });
  const tool = { type: 'workflow', name: 'greet', workflow_id: id };
  const { data } = (await tryTool({ tool, arguments: { who: 'Ada' } })).body;
  expect(data.response).toMatchObject({ ok: true, content: '{"said":"Hello Ada"}' });
});

it('lists the tools of an MCP server, as many as may be returned, and calls one of them', async () => {
  const tool = { type: 'mcp', url: `http://${address}/tools` };
  const listed = (await tryTool({ tool })).body.data;
  expect(listed).toMatchObject({ request: { type: 'mcp', name: null }, response: { ok: true } });
  const numbers = { a: { type: 'number' }, b: { type: 'number' } };
  expect(listed.tools.map(({ name }: { name: string }) => name)).toEqual(['add', 'drop', 'long-0', 'long-1']);
  expect(listed.tools).toMatchObject([
    { description: 'Adds.', parameters: { type: 'object', properties: numbers, required: ['a', 'b'] } },
    { description: '' },
    {},
    {},
  ]);
  const called = (await tryTool({ tool, name: 'add', arguments: { a: 2, b: 3 } })).body.data;
  expect(called).toMatchObject({ request: { name: 'add' }, response: { ok: true, content: '5' } });
  expect(called).not.toHaveProperty('tools');
  const unknown = (await tryTool({ tool: { ...tool, allow: ['add'] }, name: 'drop' })).body.data;
  expect(unknown.response).toMatchObject({ ok: false, content: expect.stringContaining('no tool named drop') });
});

it('lists the tools of an MCP server that can’t be reached as a failure', async () => {
  const { data } = (await tryTool({ tool: { type: 'mcp', url: `http://${address}/mcp` } })).body;
  expect(data).toMatchObject({ request: { type: 'mcp', name: null }, response: { ok: false } });
});

it.each([
  ['list', 'response.tools[0].name must be a string', 'The MCP server gave no tools.'],
  ['result', 'response.content[0]', 'The call failed.'],
  ['error', 'xxxx', 'The call failed.'],
])('writes one line to the log for a wrong %s of an MCP server', async (what, reason, shown) => {
  const warned = vi.spyOn(server.platform.log, 'warn');
  onTestFinished(() => warned.mockRestore());
  const tool = { type: 'mcp', url: `http://${address}/wrong-${what}` };
  const { data } = (await tryTool({ tool, name: 'ask' })).body;
  expect(data.response).toMatchObject({ ok: false, content: shown });
  const errors = warned.mock.calls.map(([fields]) => (fields as { err: Error }).err);
  expect(errors).toHaveLength(1);
  expect(errors[0]?.message).toContain(reason);
  // What the log writes of an error: its properties, its stack and its cause.
  expect(inspect(errors[0], { maxArrayLength: null }).length).toBeLessThan(3_000);
});

it.each([
  [{ tool: 'nobody' }, 'body.tool'],
  [{ tool: 'orders' }, 'body.arguments'],
  [{ tool: { type: 'workflow', name: 'x', workflow_id: 'wf_unknown' } }, 'body.tool.workflow_id'],
  [{}, 'body.tool'],
])('refuses %j', async (body, path) => {
  const answer = await tryTool(body);
  expect(answer.status).toBe(400);
  expect(answer.body.error.details.fields[0].path).toBe(path);
});

it('needs agents:write, and an agent of the workspace', async () => {
  const body = { name: 'Narrow', scopes: ['agents:read'] };
  const { key } = (await call(server, 'POST', '/api/v1/api-keys', { body })).body.data;
  expect((await tryTool({ tool: 'orders' }, { key })).status).toBe(403);
  const path = '/api/v1/agents/agt_unknown/tools/try';
  expect((await call(server, 'POST', path, { body: { tool: 'orders' } })).status).toBe(404);
});
