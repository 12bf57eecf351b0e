import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Server as McpBase } from '@modelcontextprotocol/sdk/server/index.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { call, eventually, readEvents } from '../../../../test/client.ts';
import { type Listening, serveOnLoopback } from '../../../../test/loopback.ts';
import { type ModelServer, startModelServer } from '../../../../test/model-server/start-model-server.ts';
import { serveMcp } from '../../../../test/serve-mcp.ts';
import { type ServerUnderTest, startServer } from '../../../../test/start-server.ts';

type Answer = (request: IncomingMessage & { text: string }, response: ServerResponse) => void | Promise<void>;

let model: ModelServer;
let server: ServerUnderTest;
let place: Listening;
let placeUrl: string;
let answer: Answer = (_request, response) => void response.end('ok');

beforeAll(async () => {
  model = await startModelServer();
  place = await serveOnLoopback((request, response) => {
    void (async () => {
      let text = '';
      for await (const piece of request) text += String(piece);
      await answer(Object.assign(request, { text }), response);
    })();
  });
  placeUrl = place.url;
  server = await startServer({
    OPENAI_BASE_URL: model.url,
    DEFAULT_MODEL: 'test-model',
    OUTBOUND_ALLOW: place.host,
  });
});
afterAll(async () => {
  await server.close();
  await model.close();
  await place.close();
});
afterEach(() => {
  answer = (_request, response) => void response.end('ok');
});

async function openThread(agent: Record<string, unknown>): Promise<string> {
  const made = await call(server, 'POST', '/api/v1/agents', { body: { name: 'Guide', ...agent } });
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  return (await call(server, 'POST', `/api/v1/agents/${made.body.data.id}/threads`)).body.data.id;
}
const send = async (threadId: string, content = 'Go') =>
  call(server, 'POST', `/api/v1/threads/${threadId}/messages`, { body: { content } });
const stream = async (threadId: string, content = 'Go') =>
  readEvents(server, `/api/v1/threads/${threadId}/messages`, { method: 'POST', body: { content, stream: true } });
const sentMessages = () => model.calls.at(-1)?.body['messages'] as { role: string; content: string }[];
const toolResults = () => sentMessages().filter(({ role }) => role === 'tool');
const clock = { type: 'builtin', name: 'current_time' };

describe('the tool loop', () => {
  it('runs a call, returns its result to the model, and reports both', async () => {
    const threadId = await openThread({ tools: [clock] });
    const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
    model.reply(
      { text: 'Let me look.', toolCalls: [{ name: 'current_time', arguments: { timezone: 'Europe/Oslo' } }], usage },
      { text: 'It is late.', usage },
    );
    const events = await stream(threadId);
    const called = events.find(({ event }) => event === 'message:tool_call');
    const told = events.find(({ event }) => event === 'message:tool_result');
    expect(called?.data).toMatchObject({ name: 'current_time', arguments: { timezone: 'Europe/Oslo' } });
    expect(told?.data).toMatchObject({ id: called?.data.id, name: 'current_time', ok: true });
    expect(told?.data.duration_ms).toBeGreaterThanOrEqual(0);
    expect(events.at(-1)?.data).toMatchObject({
      content: 'Let me look.\n\nIt is late.',
      tool_calls: [{ id: called?.data.id, name: 'current_time', arguments: { timezone: 'Europe/Oslo' } }],
      usage: { prompt_tokens: 20, completion_tokens: 10, total_tokens: 30 },
    });
    const deltas = events.filter(({ event }) => event === 'message:delta').map(({ data }) => data.content);
    expect(deltas.join('')).toBe('Let me look.\n\nIt is late.');
    expect(toolResults()[0]?.content).toContain('Europe/Oslo');
    // The next turn contains the earlier calls.
    await send(threadId, 'And now?');
    expect(toolResults()[0]?.content).toContain('Europe/Oslo');
  });

  it('runs at most eight of the calls of a step at the same time, and all of them', async () => {
    const tool = { type: 'http', name: 'look', request: { url: placeUrl } };
    const threadId = await openThread({ tools: [tool] });
    let [open, most] = [0, 0];
    answer = async (_request, response) => {
      open += 1;
      most = Math.max(most, open);
      // Long enough for every other call of the step to arrive.
      await sleep(100);
      open -= 1;
      response.end('seen');
    };
    const toolCalls = Array.from({ length: 30 }, () => ({ name: 'look', arguments: {} }));
    model.reply({ toolCalls }, { text: 'Done.' });
    expect((await send(threadId)).body.data.content).toBe('Done.');
    expect(toolResults()).toHaveLength(30);
    expect(most).toBeLessThanOrEqual(8);
  });

  it('runs the calls of one step at the same time, and keeps all calls in order', async () => {
    const parameters = { properties: { n: { type: 'integer' } }, required: ['n'] };
    const tool = { type: 'http', name: 'meet', parameters, request: { url: `${placeUrl}/meet/{{ n }}` } };
    const threadId = await openThread({ tools: [tool] });
    const waiting: (() => void)[] = [];
    answer = async (request, response) => {
      // Each waits for the other, so sequential calls would wait forever.
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        if (waiting.length === 2) for (const go of waiting) go();
      });
      response.end(request.url);
    };
    model.reply(
      { toolCalls: [1, 2].map((n) => ({ name: 'meet', arguments: { n } })) },
      { toolCalls: [{ name: 'meet', arguments: {} }] },
      { text: 'Done.' },
    );
    const { body } = await send(threadId);
    expect(body.data.tool_calls.map((made: { arguments: unknown }) => made.arguments)).toEqual([
      { n: 1 },
      { n: 2 },
      {},
    ]);
    expect(new Set(body.data.tool_calls.map(({ id }: { id: string }) => id)).size).toBe(3);
    expect(toolResults().map(({ content }) => content)).toEqual([
      '/meet/1',
      '/meet/2',
      'The call failed. These arguments are missing: n.',
    ]);
  });

  it.each(['openai', 'ollama', 'ollama-objects', 'vllm', 'vllm-new-ids', 'silent-usage'] as const)(
    'works with the habits of %s',
    async (habits) => {
      const threadId = await openThread({ tools: [clock] });
      model.reply(
        {
          habits,
          toolCalls: ['UTC', 'Asia/Tokyo'].map((timezone) => ({ name: 'current_time', arguments: { timezone } })),
        },
        { habits, text: 'Done.' },
      );
      const { body } = await send(threadId);
      expect(body.data).toMatchObject({ status: 'complete', content: 'Done.' });
      expect(body.data.tool_calls).toMatchObject([
        { arguments: { timezone: 'UTC' } },
        { arguments: { timezone: 'Asia/Tokyo' } },
      ]);
      expect(toolResults()).toHaveLength(2);
      expect(body.data.usage.total_tokens).toBeGreaterThan(0);
    },
  );

  it('never runs an invalid call, but explains why', async () => {
    const threadId = await openThread({ tools: [clock] });
    model.reply(
      {
        toolCalls: [
          { name: 'current_time', arguments: '{"timezone": ' },
          { name: 'unknown', arguments: {} },
        ],
      },
      { text: 'Sorry.' },
    );
    const { body } = await send(threadId);
    expect(body.data).toMatchObject({ content: 'Sorry.', tool_calls: null });
    expect(toolResults().map(({ content }) => content)).toEqual([
      expect.stringContaining('was not run'),
      expect.stringContaining('was not run'),
    ]);
  });

  it('runs calls whose ids are names that every object has', async () => {
    const threadId = await openThread({ tools: [clock] });
    const ids = ['constructor', '__proto__'];
    model.reply(
      { toolCalls: ids.map((id) => ({ id, name: 'current_time', arguments: { timezone: 'UTC' } })) },
      { text: 'Late.' },
    );
    const { body } = await send(threadId);
    expect(body.data).toMatchObject({ content: 'Late.', tool_calls: [{}, {}] });
    expect(toolResults().map(({ content }) => content)).toEqual([
      expect.stringContaining('UTC'),
      expect.stringContaining('UTC'),
    ]);
  });

  it.each([
    ['is empty', [{ text: '' }], 'answer is empty'],
    ['is only a line break', [{ text: ['\n'] }], 'answer is empty'],
    ['is held back by a filter', [{ text: '', finishReason: 'content_filter' }], 'declined to answer'],
    // The model is asked again, with extra tokens for its reasoning.
    [
      'ends while the model still reasons',
      [1, 2].map(() => ({ text: '', finishReason: 'length' })),
      'Increase the agent’s max_tokens',
    ],
  ])('a reply that %s fails and says why', async (_title, replies, message) => {
    const threadId = await openThread({ model: 'test-model-without-text' });
    model.reply(...replies);
    const { status, body } = await send(threadId);
    expect([status, body.error.code, body.error.message]).toEqual([
      500,
      'execution_failed',
      expect.stringContaining(message),
    ]);
    const { body: stored } = await call(server, 'GET', `/api/v1/threads/${threadId}/messages`);
    expect(stored.data.at(-1)).toMatchObject({ status: 'failed', outcome: null });
  });

  it('a reply without text that has called a tool is complete, unless the model was stopped', async () => {
    const threadId = await openThread({ tools: [clock] });
    const toolCalls = [{ name: 'current_time', arguments: {} }];
    model.reply({ toolCalls }, { text: '' });
    expect((await send(threadId)).body.data).toMatchObject({ status: 'complete', content: '', tool_calls: [{}] });
    model.reply({ toolCalls }, { text: '', finishReason: 'content_filter' });
    expect((await send(threadId)).status).toBe(500);
  });

  it('stops at max_steps', async () => {
    const threadId = await openThread({ tools: [clock], max_steps: 3 });
    const before = model.calls.length;
    model.reply(...Array.from({ length: 3 }, () => ({ toolCalls: [{ name: 'current_time', arguments: {} }] })));
    const { status, body } = await send(threadId);
    expect([status, body.error.code]).toEqual([500, 'execution_failed']);
    expect(model.calls.length - before).toBe(3);
    expect(model.calls.at(-1)?.body).not.toHaveProperty('tools');
    model.reply({ toolCalls: [{ name: 'current_time', arguments: {} }] }, { text: 'Enough.' });
    expect((await send(threadId)).body.data.content).toBe('Enough.');
  });

  it('stops a running tool when the reply is cancelled', async () => {
    const threadId = await openThread({ tools: [{ type: 'http', name: 'slow', request: { url: placeUrl } }] });
    let isGone = false;
    const arrived = new Promise<void>((resolve) => {
      answer = (_request, response) => {
        response.on('close', () => (isGone = true));
        resolve();
      };
    });
    model.reply({ text: 'Wait.', toolCalls: [{ name: 'slow', arguments: {} }] });
    const sending = send(threadId);
    await arrived;
    await call(server, 'POST', `/api/v1/threads/${threadId}/cancel`);
    expect((await sending).body.data).toMatchObject({
      status: 'cancelled',
      content: 'Wait.',
      tool_calls: [{ name: 'slow', arguments: {} }],
    });
    await eventually(async () => (isGone ? true : undefined));
  });
});

describe('http tools', () => {
  it('fills in the request and sends the other arguments as the body', async () => {
    const request = { method: 'POST', url: `${placeUrl}/items/{{ id }}`, headers: { 'X-From': 'agent {{ who }}' } };
    const threadId = await openThread({ tools: [{ type: 'http', name: 'save', request }] });
    let seen:
      { url?: string | undefined; method?: string | undefined; text: string; from: unknown; key: unknown } | undefined;
    answer = (asked, response) => {
      const { url, method, text, headers } = asked;
      seen = { url, method, text, from: headers['x-from'], key: headers['idempotency-key'] };
      response.end('{"saved":true}');
    };
    model.reply(
      { toolCalls: [{ name: 'save', arguments: { id: '../a b', who: 'Ada', size: 3 } }] },
      { text: 'Saved.' },
    );
    const { body } = await send(threadId);
    expect(seen).toMatchObject({ url: '/items/..%2Fa%20b', method: 'POST', from: 'agent Ada' });
    expect(JSON.parse(seen?.text ?? '')).toEqual({ who: 'Ada', size: 3 });
    expect(seen?.key).toContain(body.data.id);
    expect(toolResults()[0]?.content).toBe('{"saved":true}');
  });

  it('keeps the types in the tool’s own body, and sends arguments of a GET as the query', async () => {
    const threadId = await openThread({
      tools: [
        { type: 'http', name: 'get', request: { url: `${placeUrl}/get` } },
        {
          type: 'http',
          name: 'put',
          request: {
            method: 'PUT',
            url: `${placeUrl}/put`,
            body: { n: '{{ n }}', text: 'n is {{ n }}', list: ['{{ a.b }}'] },
          },
        },
      ],
    });
    answer = (asked, response) => void response.end(`${asked.url} ${asked.text}`);
    model.reply(
      {
        toolCalls: [
          { name: 'get', arguments: { q: 'a&b', n: 2 } },
          { name: 'put', arguments: { n: 2, a: { b: true } } },
        ],
      },
      { text: 'Done.' },
    );
    await send(threadId);
    expect(toolResults().map(({ content }) => content)).toEqual([
      '/get?q=a%26b&n=2 ',
      '/put {"n":2,"text":"n is 2","list":[true]}',
    ]);
  });

  it.each([
    ['/orders/{{ id }}/cancel', { id: '..' }],
    ['/orders/{{ id }}', { id: '.' }],
    ['/orders/{{ a }}{{ b }}/x?y=1', { a: '.', b: '.' }],
    ['/orders/%2E{{ id }}', { id: '.' }],
  ])('sends no request if an argument would lead out of its place in %s', async (path, input) => {
    const seen: unknown[] = [];
    answer = (asked, response) => {
      seen.push(asked.url);
      response.end('ok');
    };
    const threadId = await openThread({ tools: [{ type: 'http', name: 'order', request: { url: placeUrl + path } }] });
    model.reply({ toolCalls: [{ name: 'order', arguments: input }] }, { text: 'Done.' });
    await send(threadId);
    expect(toolResults()[0]?.content).toBe('The call failed. The address is not valid with these arguments.');
    expect(seen).toEqual([]);
  });

  it('sends no argument as the host, also if the tool was stored before this was checked', async () => {
    const seen: unknown[] = [];
    answer = (asked, response) => {
      seen.push(asked.url);
      response.end('ok');
    };
    const tool = { type: 'http', name: 'visit', request: { url: `${placeUrl}/x`, headers: { 'X-Key': 'secret' } } };
    const threadId = await openThread({ tools: [tool] });
    await server.platform.database.sql`
      UPDATE agents SET tools = replace(tools::text, ${placeUrl}, ${placeUrl.replace('127.0.0.1', '{{ host }}')})::json
      WHERE id = (SELECT agent_id FROM threads WHERE id = ${threadId})`;
    model.reply({ toolCalls: [{ name: 'visit', arguments: { host: '127.0.0.1' } }] }, { text: 'Done.' });
    await send(threadId);
    expect(toolResults()[0]?.content).toMatch(/^The call failed\. The host of this tool’s address has a placeholder/);
    expect(seen).toEqual([]);
  });

  it('can’t reach private addresses, and reports a failure to the model', async () => {
    const threadId = await openThread({
      tools: [
        { type: 'http', name: 'inside', request: { url: 'http://169.254.169.254/latest' } },
        { type: 'http', name: 'broken', request: { url: `${placeUrl}/broken` } },
        { type: 'http', name: 'closed', request: { url: 'http://127.0.0.1:1/' } },
        { type: 'builtin', name: 'fetch_url' },
      ],
    });
    answer = (_asked, response) => {
      response.statusCode = 418;
      response.end('short and stout');
    };
    model.reply(
      {
        toolCalls: [
          { name: 'inside', arguments: {} },
          { name: 'broken', arguments: {} },
          { name: 'closed', arguments: {} },
          { name: 'fetch_url', arguments: { url: 'http://[::1]/' } },
        ],
      },
      { text: 'Done.' },
    );
    const events = await stream(threadId);
    const told = events.filter(({ event }) => event === 'message:tool_result');
    expect(told.map(({ data }) => data.ok)).toEqual([false, false, false, false]);
    expect(toolResults()[1]?.content).toBe('HTTP status 418. short and stout');
    for (const index of [0, 2, 3]) expect(toolResults()[index]?.content).toMatch(/^The call failed\. /);
  });
});

describe('other tools', () => {
  it('reads a page as text', async () => {
    const threadId = await openThread({ tools: [{ type: 'builtin', name: 'fetch_url' }] });
    answer = (_asked, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(
        '<html><head><title>Opening hours</title></head><body><h1>Hours</h1><p>Open from nine to five on every day of the week.</p></body></html>',
      );
    };
    model.reply({ toolCalls: [{ name: 'fetch_url', arguments: { url: `${placeUrl}/hours` } }] }, { text: 'Done.' });
    await send(threadId);
    expect(toolResults()[0]?.content).toContain('Open from nine to five');
    expect(toolResults()[0]?.content).not.toContain('<p>');
  });

  it('runs a workflow with the arguments as its inputs', async () => {
    const workflow = await call(server, 'POST', '/api/v1/workflows', {
      body: {
        name: 'Greet',
        input_schema: { type: 'object', properties: { who: { type: 'string' } }, required: ['who'] },
        definition: {
          nodes: [{ id: 'greet', type: 'template', config: { text: 'Hello {{ inputs.who }}' } }],
          edges: [],
          outputs: { greeting: '{{ nodes.greet.outputs.text }}' },
        },
      },
    });
    const tool = { type: 'workflow', name: 'greet', workflow_id: workflow.body.data.id };
    const threadId = await openThread({ tools: [tool] });
    model.reply(
      {
        toolCalls: [
          { name: 'greet', arguments: { who: 'Ada' } },
          { name: 'greet', arguments: { who: 7 } },
        ],
      },
      { text: 'Done.' },
    );
    await send(threadId);
    const offered = model.calls.at(-1)?.body['tools'] as { function: { parameters: unknown } }[];
    expect(offered[0]?.function.parameters).toMatchObject({ required: ['who'] });
    expect(toolResults()[0]?.content).toBe('{"greeting":"Hello Ada"}');
    expect(toolResults()[1]?.content).toMatch(/^The call failed\. /);
    const refused = await call(server, 'DELETE', `/api/v1/workflows/${workflow.body.data.id}`);
    expect([refused.status, refused.body.error.message]).toEqual([400, expect.stringContaining('agent "Guide"')]);
  });

  it('uses the tools of an MCP server, only the allowed ones', async () => {
    answer = async (asked, response) => {
      if (asked.headers.authorization !== 'Bearer sesame') {
        response.statusCode = 401;
        response.end();
        return;
      }
      const mcp = new McpServer({ name: 'double', version: '1.0.0' });
      mcp.registerTool('add', { description: 'Adds.', inputSchema: { a: z.number(), b: z.number() } }, ({ a, b }) => ({
        content: [{ type: 'text', text: String(a + b) }],
      }));
      mcp.registerTool('drop', { description: 'Drops everything.' }, () => ({ content: [] }));
      await serveMcp(mcp, response, asked.text);
    };
    const mcpTool = {
      type: 'mcp',
      url: `${placeUrl}/mcp`,
      headers: { Authorization: 'Bearer sesame' },
      allow: ['add'],
    };
    const threadId = await openThread({ tools: [mcpTool, clock] });
    model.reply({ toolCalls: [{ name: 'add', arguments: { a: 2, b: 3 } }] }, { text: 'Five.' });
    const { body } = await send(threadId);
    expect(body.data).toMatchObject({ content: 'Five.', tool_calls: [{ name: 'add', arguments: { a: 2, b: 3 } }] });
    const offered = model.calls.at(-1)?.body['tools'] as { function: { name: string } }[];
    expect(offered.map((tool) => tool.function.name)).toEqual(['add', 'current_time']);
    expect(toolResults()[0]?.content).toBe('5');
    // If a server is unreachable, its tools are missing, but the reply doesn't fail.
    answer = (_asked, response) => {
      response.statusCode = 500;
      response.end();
    };
    expect((await send(threadId, 'Still there?')).body.data.content).toBe('You said: Still there?');
  });

  it('offers the tools of an MCP server as OpenAI accepts them, and calls them by their own names', async () => {
    const called: unknown[] = [];
    answer = async (asked, response) => {
      const mcp = new McpBase({ name: 'double', version: '1.0.0' }, { capabilities: { tools: {} } });
      mcp.setRequestHandler(ListToolsRequestSchema, () => ({
        tools: [{ name: 'files.list', inputSchema: { type: 'object' as const } }],
      }));
      mcp.setRequestHandler(CallToolRequestSchema, ({ params }) => {
        called.push(params.name);
        return { content: [{ type: 'text', text: 'None.' }] };
      });
      await serveMcp(mcp, response, asked.text);
    };
    const threadId = await openThread({ tools: [{ type: 'mcp', url: `${placeUrl}/mcp`, allow: ['files.list'] }] });
    model.reply({ toolCalls: [{ name: 'files_list', arguments: {} }] }, { text: 'No files.' });
    const { body } = await send(threadId);
    expect(body.data).toMatchObject({ content: 'No files.', tool_calls: [{ name: 'files.list' }] });
    expect(called).toEqual(['files.list']);
    const offered = model.calls.at(-1)?.body['tools'] as { function: object }[];
    expect(offered[0]?.function).toMatchObject({ name: 'files_list', parameters: { type: 'object', properties: {} } });
  });

  it('gives up a call of an MCP server after 30 seconds, and a list of tools without an end after 10', async () => {
    // The limit of a call passes at once; that of the lists soon, once there is a list without an end. Timers that Node's
    // fetch sets meanwhile fire minutes later, with their arguments.
    const { setTimeout: wait } = globalThis;
    let isEndless = false;
    const skip = vi
      .spyOn(globalThis, 'setTimeout')
      .mockImplementation((run: (_: void) => void, ms?: number, ...args: []) =>
        wait(run, ms === 30_000 ? 0 : ms === 10_000 && isEndless ? 200 : ms, ...args),
      );
    onTestFinished(() => skip.mockRestore());
    const serve = (pageOf: (cursor: number) => object): Answer => {
      return (asked, response) => {
        const { id, method, params } = asked.text === '' ? {} : JSON.parse(asked.text);
        if (id === undefined) return void response.writeHead(asked.method === 'POST' ? 202 : 405).end();
        // No call gets a response.
        if (method === 'tools/call') return undefined;
        const begun = {
          protocolVersion: '2025-03-26',
          capabilities: { tools: {} },
          serverInfo: { name: 'd', version: '1' },
        };
        const result = method === 'initialize' ? begun : pageOf(Number(params?.cursor ?? 0));
        response.setHeader('content-type', 'application/json');
        return void response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
      };
    };
    const threadId = await openThread({ tools: [{ type: 'mcp', url: `${placeUrl}/mcp` }] });
    answer = serve(() => ({ tools: [{ name: 'ask', inputSchema: { type: 'object' } }] }));
    model.reply({ toolCalls: [{ name: 'ask', arguments: {} }] }, { text: 'It is silent.' });
    expect((await send(threadId)).body.data).toMatchObject({ status: 'complete', content: 'It is silent.' });
    expect(toolResults()[0]?.content).toBe('The call failed.');
    isEndless = true;
    answer = serve((cursor) => ({ tools: [], nextCursor: String(cursor + 1) }));
    expect((await send(threadId, 'And now?')).body.data.content).toBe('You said: And now?');
  });
});

describe('knowledge', () => {
  const makeBase = async (): Promise<string> => {
    const base = (await call(server, 'POST', '/api/v1/knowledge-bases', { body: { name: 'Docs' } })).body.data.id;
    for (const [name, text] of [
      ['hours.md', 'The library opens at nine in the morning and closes at eight in the evening.'],
      ['cats.md', 'Cats sleep for most of the day and hunt at night.'],
    ]) {
      await call(server, 'POST', `/api/v1/knowledge-bases/${base}/documents`, { body: { name, text } });
    }
    await eventually(async () => {
      const { body } = await call(server, 'GET', `/api/v1/knowledge-bases/${base}/documents?status=ready`);
      return body.data.length === 2 ? true : undefined;
    });
    return base;
  };

  it('is searched for each message, and cited', async () => {
    const base = await makeBase();
    const threadId = await openThread({ knowledge_base_ids: [base] });
    model.reply({ text: 'It opens at nine [1].' });
    const events = await stream(threadId, 'When does the library open?');
    expect(JSON.stringify(sentMessages())).toContain('opens at nine in the morning');
    const cited = events.filter(({ event }) => event === 'message:citation').map(({ data }) => data);
    expect(cited).toMatchObject([{ document_name: 'hours.md', quote: expect.stringContaining('opens at nine') }]);
    const [{ message_id: _message, timestamp: _time, ...citation }] = cited as [Record<string, unknown>];
    expect(events.at(-1)?.data.citations).toEqual([citation]);
  });

  it('is searched by a tool when the model asks, and cited', async () => {
    const base = await makeBase();
    const threadId = await openThread({ tools: [{ type: 'knowledge', name: 'docs', knowledge_base_id: base }] });
    model.reply(
      { toolCalls: [{ name: 'docs', arguments: { query: 'When does the library open?' } }] },
      { text: 'At nine [1].' },
    );
    const { body } = await send(threadId, 'Opening hours?');
    expect(body.data.citations).toMatchObject([{ document_name: 'hours.md' }]);
    expect(JSON.stringify(sentMessages())).toContain('opens at nine in the morning');
    await send(threadId, 'Thanks');
    expect(toolResults()[0]?.content).toContain('opens at nine');
  });

  it('numbers citations across all steps of a reply, so that a mark is the position in its citations', async () => {
    const base = await makeBase();
    const threadId = await openThread({
      knowledge_base_ids: [base],
      tools: [clock],
      // Each document answers only one half of the question.
      retrieval: { min_score: 0 },
    });
    const numberOf = (name: string): number =>
      Number(new RegExp(String.raw`\[(\d)\] ${name}`).exec(JSON.stringify(sentMessages()))?.[1]);
    model.reply(
      () => ({
        text: `Cats hunt at night [${numberOf('cats.md')}].`,
        toolCalls: [{ name: 'current_time', arguments: {} }],
      }),
      // Cited passages keep their numbers for the model, so that its own earlier text stays correct.
      () => ({ text: `It opens at nine [${numberOf('hours.md')}], unlike cats [${numberOf('cats.md')}].` }),
    );
    const { body } = await send(threadId, 'When do the library and the cats open?');
    expect(body.data.content).toBe('Cats hunt at night [1].\n\nIt opens at nine [2], unlike cats [1].');
    expect(body.data.citations).toMatchObject([{ document_name: 'cats.md' }, { document_name: 'hours.md' }]);
  });
});

describe('the headers of tools', () => {
  it('are encrypted in the database, shown by the API, and sent unchanged', async () => {
    const seen: unknown[] = [];
    answer = (request, response) => {
      seen.push(request.headers['authorization']);
      response.end('ok');
    };
    const headers = { Authorization: 'sealed:Bearer a-secret-of-the-place' };
    const tools = [{ type: 'http', name: 'ask', request: { url: `${placeUrl}/`, headers } }];
    const { id } = (await call(server, 'POST', '/api/v1/agents', { body: { name: 'Guide', tools } })).body.data;
    // A patch of another field does not change the tools.
    const patched = await call(server, 'PATCH', `/api/v1/agents/${id}`, { body: { description: 'asks' } });
    expect(patched.body.data.tools[0].request.headers).toEqual(headers);
    const [row] = await server.platform.database.sql`SELECT tools::text FROM agents WHERE id = ${id}`;
    expect(row?.['tools']).not.toContain('a-secret-of-the-place');
    const thread = await call(server, 'POST', `/api/v1/agents/${id}/threads`);
    model.reply({ toolCalls: [{ name: 'ask', arguments: {} }] }, { text: 'Done.' });
    await send(thread.body.data.id);
    expect(seen).toEqual([headers.Authorization]);
  });
});
