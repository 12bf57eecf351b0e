import type { ServerResponse } from 'node:http';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { call, eventually } from '../../../../test/client.ts';
import { startWithDoubles } from '../../../../test/start-with-doubles.ts';

interface Message {
  id?: number;
  method?: string;
  params?: { protocolVersion?: string; cursor?: string; arguments?: unknown };
}
type Handle = (message: Message, response: ServerResponse) => object | undefined;

const look = { name: 'look', description: 'Looks.', inputSchema: { type: 'object' } };
/** What the MCP server does itself: returns a result or an error, or undefined if it has seen to the response. */
let handle: Handle = () => ({ result: {} });
let received: Message[] = [];

const { model, outside, server } = await startWithDoubles({ DEFAULT_MODEL: 'test-model' });
outside.answer = (response) => {
  const text = outside.hits.at(-1) ?? '';
  const message = (text === '' ? { method: response.req.method } : JSON.parse(text)) as Message;
  received.push(message);
  const answer = handle(message, response);
  if (answer === undefined) return;
  response.writeHead(message.id === undefined ? 202 : 200, {
    'content-type': 'application/json',
    'mcp-session-id': 'one',
  });
  response.end(message.id === undefined ? '' : JSON.stringify({ jsonrpc: '2.0', id: message.id, ...answer }));
};
afterEach(() => {
  received = [];
});

/** A well-behaved server, except for the methods in `own`. */
function serve(own: Record<string, Handle>): void {
  handle = (message, response) => {
    const { method = '', params } = message;
    const mine = own[method];
    if (mine !== undefined) return mine(message, response);
    if (method === 'GET') {
      response.writeHead(405).end();
      return undefined;
    }
    const results: Record<string, object> = {
      initialize: {
        protocolVersion: params?.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: 'x', version: '1' },
      },
      'tools/list': { tools: [look] },
      'tools/call': { content: [{ type: 'text', text: 'Seen.' }] },
    };
    return { result: results[method] ?? {} };
  };
}

async function reply(): Promise<{ content: string; shown: string[]; offered: string[] }> {
  const made = await call(server, 'POST', '/api/v1/agents', {
    body: { name: 'Guide', tools: [{ type: 'mcp', url: outside.url }] },
  });
  const thread = (await call(server, 'POST', `/api/v1/agents/${made.body.data.id}/threads`)).body.data.id;
  model.reply({ toolCalls: [{ name: 'look', arguments: { at: 'it' } }] }, { text: 'Done.' });
  const { body } = await call(server, 'POST', `/api/v1/threads/${thread}/messages`, { body: { content: 'Go' } });
  const sent = model.calls.at(-1)?.body as {
    messages: { role: string; content: string }[];
    tools?: { function: { name: string } }[];
  };
  return {
    content: body.data.content,
    shown: sent.messages.flatMap(({ role, content }) => (role === 'tool' ? [content] : [])),
    offered: (sent.tools ?? []).map((tool) => tool.function.name),
  };
}

/** Exchanges with servers have no limit of their own; what gives up nevertheless has another one. */
function neverEndExchanges(): void {
  const never = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal);
  onTestFinished(() => never.mockRestore());
}

it('does not make a reply wait for the end of the session', async () => {
  neverEndExchanges();
  const ends: ServerResponse[] = [];
  serve({
    DELETE: (_message, response) => {
      ends.push(response);
      return undefined;
    },
  });
  expect(await reply()).toMatchObject({ content: 'Done.', shown: ['Seen.'] });
  await eventually(async () => ends.length > 0 || undefined);
  expect(ends[0]?.writableEnded).toBe(false);
});

it('gives up a server that does not take notice of the connection after 10 seconds', async () => {
  neverEndExchanges();
  const { setTimeout: wait } = globalThis;
  const skip = vi
    .spyOn(globalThis, 'setTimeout')
    .mockImplementation((run: (_: void) => void, ms?: number, ...args: []) =>
      wait(run, ms === 10_000 ? 200 : ms, ...args),
    );
  onTestFinished(() => skip.mockRestore());
  serve({ 'notifications/initialized': () => undefined });
  expect(await reply()).toMatchObject({ content: 'Done.', offered: [] });
});

it('breaks off a server that floods it with messages', async () => {
  const notice = `data: ${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' })}\n\n`;
  let isBrokenOff = false;
  serve({
    'tools/call': (_message, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.on('close', () => (isBrokenOff = true));
      const write = (): void => {
        if (isBrokenOff) return;
        if (response.write(notice.repeat(1_000))) setImmediate(write);
        else response.once('drain', write);
      };
      write();
      return undefined;
    },
  });
  expect((await reply()).shown).toEqual(['The call failed. The server sent too many messages.']);
  await eventually(async () => isBrokenOff || undefined);
});

it('refuses a batch of messages that would take long to read', async () => {
  const notice = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' };
  serve({
    'tools/call': ({ id }, response) => {
      const answer = { jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: 'Seen.' }] } };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify([...Array.from({ length: 20_000 }, () => notice), answer]));
      return undefined;
    },
  });
  expect((await reply()).shown).toEqual(['The call failed. The server sent too many messages.']);
});

it('offers at most 500 tools of a page, and none that a model could not be offered', async () => {
  let schema: object = { type: 'object' };
  for (let level = 0; level < 100; level += 1) schema = { type: 'object', properties: { a: schema } };
  const many = Array.from({ length: 600 }, (_, index) => ({ ...look, name: `look-${index}` }));
  serve({
    'tools/list': () => ({
      result: { tools: [{ ...look, name: 'deep', inputSchema: schema }, ...many] },
    }),
  });
  const { offered } = await reply();
  expect(offered).toHaveLength(500);
  expect(offered.slice(0, 2)).toEqual(['look-0', 'look-1']);
  const long = { ...look, name: 'long', description: 'x'.repeat(2_000_000) };
  serve({ 'tools/list': () => ({ result: { tools: [look, long] } }) });
  expect((await reply()).offered).toEqual(['look']);
});

it('reads each page of a list once, and reports no request as cancelled', async () => {
  serve({ 'tools/list': () => ({ result: { tools: [look], nextCursor: 'again' } }) });
  expect((await reply()).offered).toEqual(['look']);
  const methods = received.map(({ method }) => method);
  expect(methods.filter((method) => method === 'tools/list')).toHaveLength(2);
  expect(methods).not.toContain('notifications/cancelled');
});

it('shows the model why the server refuses a call', async () => {
  serve({ 'tools/call': () => ({ error: { code: -32_602, message: 'at must be a city' } }) });
  expect((await reply()).shown).toEqual(['The call failed. at must be a city']);
});

it.each(['', ': nothing\n\n', 'data: {"jsonrpc"'])(
  'does not wait for a call whose stream ends after %j',
  async (sent) => {
    serve({
      'tools/call': (_, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' }).end(sent);
        return undefined;
      },
    });
    const { content, shown } = await reply();
    expect(content).toBe('Done.');
    expect(shown).toEqual([expect.stringContaining('The response of the server ended without an answer.')]);
  },
);

it('uses a result that lacks the structure that the server promised', async () => {
  const outputSchema = { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] };
  serve({ 'tools/list': () => ({ result: { tools: [{ ...look, outputSchema }] } }) });
  expect((await reply()).shown).toEqual(['Seen.']);
});
