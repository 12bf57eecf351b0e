import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, eventually } from '../../../../test/client.ts';
import { type ServerUnderTest, startServer } from '../../../../test/start-server.ts';

let server: ServerUnderTest;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server.close());

const post = async (path: string, body: unknown) => (await call(server, 'POST', `/api/v1${path}`, { body })).body.data;

async function makeBase(): Promise<string> {
  const { id } = await post('/knowledge-bases', { name: 'Docs' });
  const text = 'The library opens at nine in the morning. It closes at eight in the evening.';
  const document = await post(`/knowledge-bases/${id}/documents`, { name: 'hours.md', text });
  await eventually(async () => {
    const { body } = await call(server, 'GET', `/api/v1/knowledge-bases/${id}/documents/${document.id}`);
    return body.data.status === 'ready' ? true : undefined;
  });
  return id;
}

it.each(['of the agent', 'of a tool'])('answers from a knowledge base %s without a model server', async (where) => {
  const base = await makeBase();
  const agent = await post(
    '/agents',
    where === 'of the agent'
      ? { name: 'Guide', knowledge_base_ids: [base] }
      : { name: 'Guide', tools: [{ type: 'knowledge', name: 'docs', knowledge_base_id: base }] },
  );
  expect(agent.model).toBe('portico-extractive');
  const thread = await post(`/agents/${agent.id}/threads`, {});
  const reply = await post(`/threads/${thread.id}/messages`, { content: 'When does the library open?' });
  expect(reply.content).toContain('opens at nine');
  expect(reply.citations).toMatchObject([
    { document_name: 'hours.md', quote: expect.stringContaining('opens at nine') },
  ]);
  expect(reply.tool_calls === null).toBe(where === 'of the agent');
});

it('finds the time with its tool', async () => {
  const agent = await post('/agents', { name: 'Clock', tools: [{ type: 'builtin', name: 'current_time' }] });
  const thread = await post(`/agents/${agent.id}/threads`, {});
  const reply = await post(`/threads/${thread.id}/messages`, { content: 'What time is it in Asia/Tokyo?' });
  expect(reply.content).toMatch(/^It is \d\d:\d\d \(Asia\/Tokyo\)/);
  expect(reply.tool_calls).toMatchObject([{ name: 'current_time', arguments: { timezone: 'Asia/Tokyo' } }]);
});
