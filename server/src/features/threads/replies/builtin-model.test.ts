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

it('answers the second question of a visitor only from a page about it', async () => {
  const base = await makeBase(
    {
      name: 'hours.md',
      text: '# Opening hours\n\nThe bicycle workshop is open from Tuesday to Saturday, nine in the morning until six.',
    },
    {
      name: 'key.md',
      text: '# Lost key\n\nIf you have lost the key of a rented lock, call us. A new key costs 25 euros.',
    },
    {
      name: 'oeffnung.md',
      text: '# Öffnungszeiten\n\nDie Werkstatt ist von Dienstag bis Samstag geöffnet. Wann sie auf ist, steht hier: ab neun Uhr.',
    },
  );
  const agent = await post('/agents', { name: 'Guide', knowledge_base_ids: [base] });
  for (const [first, next, source] of [
    ['I lost the key of my lock, what now?', 'What is the chemical formula of caffeine?', undefined],
    ['I lost the key of my lock, what now?', 'Do you sell swimming goggles?', undefined],
    ['I lost the key of my lock, what now?', 'Who composed The Magic Flute?', undefined],
    ['I lost the key of my lock, what now?', 'When is the workshop open?', 'hours.md'],
    ['When is the workshop open?', 'What does a new key cost?', 'key.md'],
    ['When is the workshop open?', 'And on Saturday?', 'hours.md'],
    ['I lost the key of my lock, what now?', 'Wann hat die Werkstatt auf?', 'oeffnung.md'],
  ] as const) {
    const thread = await post(`/agents/${agent.id}/threads`, {});
    await post(`/threads/${thread.id}/messages`, { content: first });
    const { citations } = await post(`/threads/${thread.id}/messages`, { content: next });
    expect(citations[0]?.document_name, next).toBe(source);
  }
});

it('finds the time with its tool', async () => {
  const agent = await post('/agents', { name: 'Clock', tools: [{ type: 'builtin', name: 'current_time' }] });
  const thread = await post(`/agents/${agent.id}/threads`, {});
  const reply = await post(`/threads/${thread.id}/messages`, { content: 'What time is it in Asia/Tokyo?' });
  expect(reply.content).toMatch(/^It is \d\d:\d\d \(Asia\/Tokyo\)/);
  expect(reply.tool_calls).toMatchObject([{ name: 'current_time', arguments: { timezone: 'Asia/Tokyo' } }]);
});

it('finds a word that the documents write with a hyphen', async () => {
  const base = await makeBase({
    name: 'guests.md',
    text: 'The showers are open around the clock. Wi-Fi is free for guests. The time of check-out is eleven.',
  });
  const agent = await post('/agents', { name: 'Guide', knowledge_base_ids: [base] });
  for (const [content, expected] of [
    ['Is wifi free?', '> Wi-Fi is free'],
    ['When is checkout?', '> The time of check-out'],
  ] as const) {
    const thread = await post(`/agents/${agent.id}/threads`, {});
    expect((await post(`/threads/${thread.id}/messages`, { content })).content).toContain(expected);
  }
});

it('replies in English to a short English question with a typo', async () => {
  const base = await makeBase({ name: 'shop.md', text: 'Shipping is free above 45 euros. Good food needs no room.' });
  const agent = await post('/agents', { name: 'Guide', knowledge_base_ids: [base] });
  const thread = await post(`/agents/${agent.id}/threads`, {});
  const reply = await post(`/threads/${thread.id}/messages`, { content: 'is shiping free' });
  expect(reply.content).toContain('Shipping is free');
  expect(reply.content).toContain('I found');
});
