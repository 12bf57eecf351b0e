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

it.each([
  ['Where are you based?', 'The museum is at 14 Dock Street, Leith.', 'We are number 1 since 1990.', 'Dock Street'],
  ['Where are you?', 'The museum is at 14 Dock Street, Leith.', 'Adults pay £12 wherever they are.', 'Dock Street'],
  [
    'Wo seid ihr?',
    'Rufen Sie uns an!\n\nRadhaus Weber, Lindenstraße 12',
    'Die Inspektion kostet 49 €.',
    'Lindenstraße',
  ],
  ['Où vous trouver ?', 'Le musée se trouve 8 quai des Chartrons.', 'L’entrée coûte 9 €.', 'Chartrons'],
  ['¿Dónde estáis?', 'El museo está en la Calle Mayor 7.', 'La entrada cuesta 6 €.', 'Mayor'],
  ['Dove vi trovate?', 'Il museo è in Via Roma, 5, a Parma.', 'Il biglietto costa 8 €.', 'Roma'],
  ['Onde ficam?', 'A loja é na Rua das Amoreiras 42.', 'Os custos ficam a cargo do cliente.', 'Amoreiras'],
  ['Waar zitten jullie?', 'Het museum ligt aan de Turfkade 18.', 'Een kaartje kost € 14.', 'Turfkade'],
  ['Где вы?', 'Адрес музея: ул. Садовая, 5.', 'Билет стоит 300 руб.', 'Садовая'],
  ['你们在哪里？', '我们的地址是北京市朝阳区建国路88号。', '门票价格是50元。', '建国路'],
])('answers %s with the address, and declines it without one', async (question, address, other, expected) => {
  const ask = async (...texts: string[]) => {
    const base = await makeBase(...texts.map((text, index) => ({ name: `${index}.md`, text })));
    const agent = await post('/agents', { name: 'Guide', knowledge_base_ids: [base] });
    const thread = await post(`/agents/${agent.id}/threads`, {});
    return post(`/threads/${thread.id}/messages`, { content: question });
  };
  const reply = await ask(other, address);
  expect(reply.content).toContain(expected);
  expect(reply.citations).toMatchObject([{ document_name: '1.md' }]);
  expect((await ask(other)).citations).toEqual([]);
});

it.each([
  ['Where are you from?', 'The museum is at 14 Dock Street, Leith.'],
  ['Where are you going with this?', 'The museum is at 14 Dock Street, Leith.'],
  ['Wo habt ihr das her?', 'Radhaus Weber, Lindenstraße 12'],
  ['Où en êtes-vous ?', 'Le musée se trouve 8 quai des Chartrons.'],
  ['¿De dónde sois?', 'El museo está en la Calle Mayor 7.'],
  ['Waar heb je dat van?', 'Het museum ligt aan de Turfkade 18.'],
  ['Where are you?', 'You can change your email address in the settings.'],
  ['Where are you?', 'The server has the address 192.168.1.10.'],
  ['Where are you?', 'The delivery address is on the parcel: Hans Muster, Musterweg 5.'],
  ['Where are you located?', '# Design\n\nDesign and code: Pixel, 9 Dock Street, Leith.'],
  ['Wo seid ihr?', '# Impressum\n\nGestaltung: Pixel, Hafenstraße 9, Hamburg.'],
])('declines %s if it has only: %s', async (question, text) => {
  const base = await makeBase({ name: 'a.md', text });
  const agent = await post('/agents', { name: 'Guide', knowledge_base_ids: [base] });
  const thread = await post(`/agents/${agent.id}/threads`, {});
  expect((await post(`/threads/${thread.id}/messages`, { content: question })).citations).toEqual([]);
});
