import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, expect, test } from 'vitest';
import { decideApproval, makePersona, startTask, waitFor } from '../../../../test/persona-tasks.ts';
import { startWithDoubles } from '../../../../test/start-with-doubles.ts';

/** An MCP server whose only tool has these parameters. */
const mcp = { parameters: {} as Record<string, unknown>, calls: [] as unknown[] };
const place = createServer((request, response) => {
  void (async () => {
    const double = new Server({ name: 'double', version: '1.0.0' }, { capabilities: { tools: {} } });
    double.setRequestHandler(ListToolsRequestSchema, () => ({
      tools: [{ name: 'send', inputSchema: { type: 'object' as const, ...mcp.parameters } }],
    }));
    double.setRequestHandler(CallToolRequestSchema, ({ params }) => {
      mcp.calls.push(params.arguments);
      return { content: [{ type: 'text', text: 'sent' }] };
    });
    const transport = new StreamableHTTPServerTransport({});
    await double.connect(transport);
    await transport.handleRequest(request, response, request.method === 'POST' ? await json(request) : undefined);
  })();
});
await new Promise<void>((resolve) => {
  place.listen(0, '127.0.0.1', resolve);
});
const { port } = place.address() as AddressInfo;
const { server, model } = await startWithDoubles({ OUTBOUND_ALLOW: `127.0.0.1:${port}` });
afterAll(() => {
  place.closeAllConnections();
  place.close();
});

const to = { to: { type: 'string' } };
const manyNames = Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`name${index}`, {}]));

test.each([
  ['defaults', { properties: { ...to, copies: { type: 'integer', default: 2 } }, required: ['copies'] }],
  ['references', { properties: { to: { $ref: '#/$defs/to' } }, $defs: to }],
  ['references to elsewhere', { properties: { to: { $ref: 'https://example.org/schema' } } }],
  ['an unknown format', { properties: { to: { type: 'string', format: 'x-name' } } }],
  ['another dialect', { $schema: 'http://json-schema.org/draft-04/schema#', properties: to, minimum: true }],
  ['a zero character', { properties: { ...to, 'a\u0000b': { description: '\u0000\ud800' } } }],
  ['many names', { properties: { ...manyNames, ...to } }],
])('an edited call is made with exactly what the person wrote: %s', async (_, parameters) => {
  mcp.parameters = parameters;
  mcp.calls = [];
  model.always({ text: 'Done.' });
  model.reply({ toolCalls: [{ name: 'send', arguments: { to: 'ann' } }] });
  const url = `http://127.0.0.1:${port}/`;
  const persona = await makePersona(server, {
    sopSteps: ['Send'],
    autonomyLevel: 'approve_high_risk',
    integrations: [{ type: 'mcp', url }],
  });
  const { id } = await startTask(server, persona.id);
  const { approvals } = await waitFor(server, id, 'awaiting_approval');
  const edited = { to: ' bob ', more: { big: 12.5, none: null, list: [{}] } };
  const { status } = await decideApproval(server, id, approvals[0].id, { decision: 'approve', arguments: edited });
  expect(status).toBe(200);
  await waitFor(server, id, 'completed');
  expect(mcp.calls).toEqual([edited]);
});
