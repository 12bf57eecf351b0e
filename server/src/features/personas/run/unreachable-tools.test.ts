import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { eventually } from '../../../../test/client.ts';
import { startHitServer } from '../../../../test/hit-server.ts';
import { decideApproval, getTask, makePersona, promptOf, startTask, waitFor } from '../../../../test/persona-tasks.ts';
import { serveMcp } from '../../../../test/serve-mcp.ts';
import { startWithDoubles } from '../../../../test/start-with-doubles.ts';

/** MCP servers at any path, with one tool each. */
const mcp = { unreachable: '', refusals: 0, sent: [] as string[] };
const place = await startHitServer();
place.answer = (response) => {
  const { url = '' } = response.req;
  if (url === mcp.unreachable) {
    mcp.refusals += 1;
    response.writeHead(503).end();
    return;
  }
  const double = new McpServer({ name: 'double', version: '1.0.0' });
  double.registerTool('send', { description: 'Sends.', inputSchema: { text: z.string() } }, ({ text }) => {
    mcp.sent.push(`${text} to ${url}`);
    return { content: [{ type: 'text', text: 'sent' }] };
  });
  void serveMcp(double, response, place.hits.at(-1) ?? '');
};
const { port } = new URL(place.url);
const { server, model } = await startWithDoubles({ OUTBOUND_ALLOW: `127.0.0.1:${port},localhost:${port}` });
afterAll(async () => place.close());
beforeEach(() => {
  Object.assign(mcp, { unreachable: '', refusals: 0, sent: [] });
  model.always({ text: 'All done.' });
});

/** A task that waits for the approval of two calls to the first server, A and B; the second one has a tool with the same name. */
async function startSending(): Promise<{ id: string; approvals: { id: string; status: string }[] }> {
  const persona = await makePersona(server, {
    sopSteps: ['Send both'],
    autonomyLevel: 'approve_high_risk',
    integrations: [
      { type: 'mcp', url: `http://127.0.0.1:${port}/first` },
      { type: 'mcp', url: `http://localhost:${port}/second` },
    ],
  });
  model.reply({ toolCalls: ['A', 'B'].map((text) => ({ name: 'send', arguments: { text } })) });
  const { id } = await startTask(server, persona.id);
  const { approvals } = await waitFor(server, id, 'awaiting_approval');
  expect(approvals).toHaveLength(2);
  return { id, approvals };
}

const isRefused = async (): Promise<void> => {
  await eventually(async () => (mcp.refusals > 0 ? true : undefined));
};
const statuses = async (id: string): Promise<string[]> =>
  (await getTask(server, id)).approvals.map(({ status }: { status: string }) => status);

test('an approved call waits until its MCP server can be reached, and the others still need their approval', async () => {
  const { id, approvals } = await startSending();
  mcp.unreachable = '/first';
  await decideApproval(server, id, approvals[0]?.id ?? '', { decision: 'approve' });
  await isRefused();
  mcp.unreachable = '';
  await expect.poll(() => mcp.sent, { timeout: 30_000 }).toEqual(['A to /first']);
  await waitFor(server, id, 'awaiting_approval');
  expect(await statuses(id)).toEqual(['approved', 'pending']);
  await decideApproval(server, id, approvals[1]?.id ?? '', { decision: 'approve' });
  await waitFor(server, id, 'completed');
  expect(mcp.sent).toEqual(['A to /first', 'B to /first']);
  expect(promptOf(model, 1)).not.toContain('no tool named');
});

test('after the last attempt the model learns that the server can’t be reached; an undecided call is not settled', async () => {
  const { id, approvals } = await startSending();
  mcp.unreachable = '/first';
  await server.platform.database.sql`UPDATE persona_instances SET failures = 5 WHERE id = ${id}`;
  await decideApproval(server, id, approvals[0]?.id ?? '', { decision: 'approve' });
  await isRefused();
  await waitFor(server, id, 'awaiting_approval');
  expect(await statuses(id)).toEqual(['approved', 'pending']);
  await decideApproval(server, id, approvals[1]?.id ?? '', { decision: 'reject', comment: 'Not B.' });
  await waitFor(server, id, 'completed');
  expect(mcp.sent).toEqual([]);
  expect(promptOf(model, 1)).toContain('This call was not made: the server of the tool send can’t be reached.');
  expect(promptOf(model, 1)).toContain('Not B.');
});
