import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { expect, test } from 'vitest';
import { decideApproval, makePersona, startTask, waitFor } from '../../../../test/persona-tasks.ts';
import { serveMcp } from '../../../../test/serve-mcp.ts';
import { startWithDoubles } from '../../../../test/start-with-doubles.ts';

const { server, model, outside } = await startWithDoubles();
/** The only tool of the outside MCP server. */
const tool = { parameters: {} as Record<string, unknown>, calls: [] as unknown[] };
outside.answer = (response) => {
  const mcp = new Server({ name: 'double', version: '1.0.0' }, { capabilities: { tools: {} } });
  mcp.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [{ name: 'send', inputSchema: { type: 'object' as const, ...tool.parameters } }],
  }));
  mcp.setRequestHandler(CallToolRequestSchema, ({ params }) => {
    tool.calls.push(params.arguments);
    return { content: [{ type: 'text', text: 'sent' }] };
  });
  void serveMcp(mcp, response, outside.hits.at(-1) ?? '');
};

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
  tool.parameters = parameters;
  tool.calls = [];
  model.always({ text: 'Done.' });
  model.reply({ toolCalls: [{ name: 'send', arguments: { to: 'ann' } }] });
  const persona = await makePersona(server, {
    sopSteps: ['Send'],
    autonomyLevel: 'approve_high_risk',
    integrations: [{ type: 'mcp', url: outside.url }],
  });
  const { id } = await startTask(server, persona.id);
  const { approvals } = await waitFor(server, id, 'awaiting_approval');
  const edited = { to: ' bob ', more: { big: 12.5, none: null, list: [{}] } };
  const { status } = await decideApproval(server, id, approvals[0].id, { decision: 'approve', arguments: edited });
  expect(status).toBe(200);
  await waitFor(server, id, 'completed');
  expect(tool.calls).toEqual([edited]);
});
