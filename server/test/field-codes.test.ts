import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from './client.ts';
import { startServer, type ServerUnderTest } from './start-server.ts';

let server: ServerUnderTest;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server.close());

const unknown = (prefix: string): string => `${prefix}_00000000000000000000000000`;
const callsUnknown = { nodes: [{ id: 'sub', type: 'workflow', config: { workflow_id: unknown('wf') } }] };

// docs/error-codes.md#codes-of-fields
test.each([
  ['knowledge-bases/search', { query: ' ' }, 'body.query', 'required'],
  ['triggers', { name: 'Tick', workflow_id: unknown('wf'), type: 'schedule' }, 'body.schedule', 'required'],
  ['triggers', { name: 'In', workflow_id: unknown('wf') }, 'body.workflow_id', 'not_found'],
  ['agents', { name: 'Guide', knowledge_base_ids: [unknown('kb')] }, 'body.knowledge_base_ids[0]', 'not_found'],
  ['workflows', { name: 'Sub', definition: callsUnknown }, 'body.definition.nodes[0].config.workflow_id', 'not_found'],
  ['chat-interfaces', { name: 'Desk', slug: 'desk', agent_id: unknown('agt') }, 'body.agent_id', 'not_found'],
  ['webhooks', { url: 'http://10.0.0.1/' }, 'body.url', 'url_refused'],
  ['agents?page=1&page=2', undefined, 'query.page', 'invalid'],
] as const)('%s with %j: %s has the code %s', async (path, body, field, code) => {
  const method = body === undefined ? 'GET' : 'POST';
  const answer = await call(server, method, `/api/v1/${path}`, body === undefined ? {} : { body });
  expect(answer.status).toBe(400);
  expect(answer.body.error.details.fields).toContainEqual(expect.objectContaining({ path: field, code }));
});
