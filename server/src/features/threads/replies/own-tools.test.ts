import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { call } from '../../../../test/client.ts';
import { serveOnLoopback } from '../../../../test/loopback.ts';
import { type ModelServer, startModelServer } from '../../../../test/model-server/start-model-server.ts';
import { openChat } from '../../../../test/open-chat.ts';
import { serveMcp } from '../../../../test/serve-mcp.ts';
import { type ServerUnderTest, startServer } from '../../../../test/start-server.ts';

/* Tools of an agent that have the names of `no_answer` and `request_handover`: they are tools like any other. */

/** Bodies that the outside server received; it also is an MCP server at /mcp with a tool of each name. */
const received: unknown[] = [];
const outside = await serveOnLoopback((request, response) => {
  void (async () => {
    let text = '';
    for await (const piece of request) text += String(piece);
    if (request.url !== '/mcp') {
      received.push(text === '' ? undefined : JSON.parse(text));
      response.end('Taken down.');
      return;
    }
    const mcp = new McpServer({ name: 'double', version: '1.0.0' });
    for (const name of ['no_answer', 'request_handover']) {
      mcp.registerTool(name, { description: 'Their own.' }, () => ({
        content: [{ type: 'text', text: 'Taken down.' }],
      }));
    }
    await serveMcp(mcp, response, text);
  })();
});
const { host } = outside;
const model: ModelServer = await startModelServer();
const server: ServerUnderTest = await startServer({
  OPENAI_BASE_URL: model.url,
  DEFAULT_MODEL: 'test-model',
  OUTBOUND_ALLOW: host,
});
afterAll(async () => {
  await server.close();
  await model.close();
  await outside.close();
});
beforeEach(() => {
  received.length = 0;
  model.calls.length = 0;
});

const post = async (path: string, body: unknown) => (await call(server, 'POST', `/api/v1${path}`, { body })).body.data;
/** The tools in the first request of the test to the model. */
const offered = (): string[] => {
  const tools = (model.calls[0]?.body['tools'] ?? []) as { function: { name: string; description: string } }[];
  return tools.map(({ function: { name, description } }) => `${name}: ${description}`);
};

const request = { method: 'POST', url: `http://${host}/` };
/** The definition of an HTTP tool, which `visit` stores with this name. */
const stored = (name: string) => ({ type: 'http', name: `earlier_${name}`, description: 'Their own.', request });
const ownTools: readonly (readonly [string, readonly Record<string, unknown>[]])[] = [
  ['of an agent that was stored before the names were refused', ['no_answer', 'request_handover'].map(stored)],
  ['of an MCP server', [{ type: 'mcp', url: `http://${host}/mcp` }]],
];

/** A visitor of a chat where handing over is enabled, with an agent that has knowledge and follow-up questions. */
async function visit(tools: readonly Record<string, unknown>[], more: Record<string, unknown> = {}) {
  const { id: base } = await post('/knowledge-bases', { name: 'Library' });
  const { id } = await post('/agents', { name: 'Guide', knowledge_base_ids: [base], tools, ...more });
  // Stored as by an earlier version, which accepted every name.
  await server.platform.database.sql`
    UPDATE agents SET tools = replace(tools::text, '"earlier_', '"')::json WHERE id = ${id}`;
  const settings = { agent_id: id, handover: { enabled: true }, follow_ups: { enabled: true } };
  const { say, threadId, conversationId } = await openChat(server, settings);
  const reply = async () => (await call(server, 'GET', `/api/v1/threads/${threadId}/messages`)).body.data.at(-1);
  const conversation = async () => (await call(server, 'GET', `/api/v1/conversations/${conversationId}`)).body.data;
  return { say: async (content: string) => (await say(content)).body, reply, conversation };
}

describe.each(ownTools)('tools %s with the names of built-in tools', (_, tools) => {
  it('are offered instead of the built-in ones, and a call only runs them', async () => {
    const visitor = await visit(tools);
    const calls = ['no_answer', 'request_handover'].map((name) => ({ name, arguments: {} }));
    model.reply({ toolCalls: calls }, { text: 'I have taken it down.' }, { text: 'Anything else?' });
    expect((await visitor.say('Please take down a note')).data).toMatchObject({ content: 'I have taken it down.' });
    expect(offered()).toEqual(['no_answer: Their own.', 'request_handover: Their own.']);
    const messages = model.calls.at(1)?.body['messages'] as { role: string; content: string }[];
    expect(messages.filter(({ role }) => role === 'tool').map(({ content }) => content)).toEqual([
      'Taken down.',
      'Taken down.',
    ]);
    expect(await visitor.reply()).toMatchObject({ outcome: 'answered', follow_ups: ['Anything else?'] });
    expect(await visitor.conversation()).toMatchObject({ status: 'bot', handover: null });
  });

  it('and the built-in model does not take them for its own', async () => {
    const visitor = await visit(tools, { model: 'portico-extractive' });
    await visitor.say('Can I talk to a human please?');
    expect(received).toEqual([]);
    expect((await visitor.reply()).tool_calls).toBeNull();
    expect((await visitor.conversation()).status).toBe('bot');
  });
});

it('a reply without text that called a tool named request_handover is not taken for a handover', async () => {
  const [[, tools] = ['', []]] = ownTools;
  const visitor = await visit(tools);
  model.reply(
    { toolCalls: [{ name: 'request_handover', arguments: {} }] },
    { text: '', finishReason: 'content_filter' },
  );
  await visitor.say('Please take down a note');
  expect(await visitor.reply()).toMatchObject({ status: 'failed' });
  expect((await visitor.conversation()).status).toBe('bot');
});

it('a tool with one of the names leaves the other built-in tool as it is', async () => {
  const visitor = await visit([stored('no_answer')]);
  const handover = { name: 'request_handover', arguments: { reason: 'Refund', summary: 'Wants money back.' } };
  model.reply({ toolCalls: [{ name: 'no_answer', arguments: {} }, handover] }, { text: 'A person will come.' });
  await visitor.say('I want my money back');
  expect(offered()).toEqual(['no_answer: Their own.', expect.stringMatching(/^request_handover: Call this when/)]);
  expect(await visitor.reply()).toMatchObject({ outcome: 'unsure' });
  expect(await visitor.conversation()).toMatchObject({ status: 'waiting', handover: { reason: 'Refund' } });
});
