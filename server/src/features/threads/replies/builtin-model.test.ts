import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, eventually } from '../../../../test/client.ts';
import { type ServerUnderTest, startServer } from '../../../../test/start-server.ts';

let server: ServerUnderTest;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server.close());

const post = async (path: string, body: unknown) => (await call(server, 'POST', `/api/v1${path}`, { body })).body.data;

const hours = {
  name: 'hours.md',
  text: 'The library opens at nine in the morning. It closes at eight in the evening.',
};

async function makeBase(...texts: { name: string; text: string }[]): Promise<string> {
  const { id } = await post('/knowledge-bases', { name: 'Docs' });
  for (const text of texts) {
    const document = await post(`/knowledge-bases/${id}/documents`, text);
    await eventually(async () => {
      const { body } = await call(server, 'GET', `/api/v1/knowledge-bases/${id}/documents/${document.id}`);
      return body.data.status === 'ready' ? true : undefined;
    });
  }
  return id;
}

it.each(['of the agent', 'of a tool'])('answers from a knowledge base %s without a model server', async (where) => {
  const base = await makeBase(hours);
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

it('answers a short question about another subject from its own page, and a follow-up from the earlier one', async () => {
  const base = await makeBase(
    {
      name: 'widget.md',
      text: '# Put the widget on your page\n\nPaste this line on your page. The widget costs 5 euros, with a workflow.',
    },
    { name: 'workflows.md', text: '# Workflows\n\nA workflow is a graph of nodes.' },
  );
  const agent = await post('/agents', { name: 'Guide', knowledge_base_ids: [base] });
  const first = 'How do I put the widget on my page?';
  for (const [next, source] of [
    ['What can a workflow do?', 'workflows.md'],
    ['And how much does that cost?', 'widget.md'],
    ['What does it cost?', 'widget.md'],
  ]) {
    const thread = await post(`/agents/${agent.id}/threads`, {});
    await post(`/threads/${thread.id}/messages`, { content: first });
    const reply = await post(`/threads/${thread.id}/messages`, { content: next });
    expect(reply.citations[0], next).toMatchObject({ document_name: source });
  }
});

it('finds the time with its tool', async () => {
  const agent = await post('/agents', { name: 'Clock', tools: [{ type: 'builtin', name: 'current_time' }] });
  const thread = await post(`/agents/${agent.id}/threads`, {});
  const reply = await post(`/threads/${thread.id}/messages`, { content: 'What time is it in Asia/Tokyo?' });
  expect(reply.content).toMatch(/^It is \d\d:\d\d \(Asia\/Tokyo\)/);
  expect(reply.tool_calls).toMatchObject([{ name: 'current_time', arguments: { timezone: 'Asia/Tokyo' } }]);
});
