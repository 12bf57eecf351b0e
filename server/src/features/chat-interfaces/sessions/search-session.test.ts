import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, eventually } from '../../../../test/client.ts';
import { useClock } from '../../../../test/clock.ts';
import { createChat, openChat, type TestVisit, visitChat } from '../../../../test/open-chat.ts';
import { type ServerUnderTest, startServer } from '../../../../test/start-server.ts';

const clock = useClock();
let server: ServerUnderTest;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server.close());

async function create(path: string, body: unknown) {
  return (await call(server, 'POST', `/api/v1/${path}`, { body })).body.data;
}

it('searches the agent’s own knowledge for a visitor, and no other base', async () => {
  const own = await create('knowledge-bases', { name: 'Harbour' });
  const other = await create('knowledge-bases', { name: 'Secret' });
  const hours = await create(`knowledge-bases/${own.id}/documents`, {
    name: 'Hours',
    text: '# Opening hours\n\nThe harbour desk is open from nine to five.',
  });
  const pay = await create(`knowledge-bases/${other.id}/documents`, {
    name: 'Pay',
    text: 'The harbour desk pays late hours double.',
  });
  // Read by the key, because a visitor's searches are limited.
  for (const document of [`${own.id}/documents/${hours.id}`, `${other.id}/documents/${pay.id}`]) {
    await eventually(async () => {
      const { data } = (await call(server, 'GET', `/api/v1/knowledge-bases/${document}`)).body;
      return data.status === 'ready' ? true : undefined;
    });
  }
  const agent = await create('agents', { name: 'Guide', knowledge_base_ids: [own.id] });
  const { path, send } = await openChat(server, { agent_id: agent.id });
  const search = async (query: string) => send('POST', '/search', { query });
  const found = (await search('When is the harbour desk open?')).body.data;
  expect(found).toHaveLength(1);
  expect(found[0]).toMatchObject({ title: 'Hours', url: null, heading: 'Opening hours' });
  expect((await search('Quarterly tax of Bolivian llamas')).body.data).toEqual([]);
  expect((await call(server, 'POST', `${path}/search`, { key: null, body: { query: 'x' } })).status).toBe(401);
  // The limit is for a minute of the clock, which must not end before the last of them.
  clock.toNextMinute();
  const statuses = [];
  for (let at = 0; at < 31; at += 1) statuses.push((await search('open')).status);
  expect(statuses).toContain(429);
});

it('lists only the conversations of the token’s visitor', async () => {
  const chat = await createChat(server);
  const begin = async (body: object = {}) => visitChat(server, chat, body);
  const mine = await begin();
  const list = async ({ send }: TestVisit) => (await send('GET', '/conversations')).body.data;
  expect(await list(mine)).toEqual([]);
  await mine.say('First question');
  const next = await begin({ resume: mine.token, newThread: true });
  await next.say('Second question');
  const other = await begin();
  await other.say('Of somebody else');
  expect(await list(next)).toMatchObject([
    { threadId: next.threadId, title: 'Second question', isCurrent: true },
    { threadId: mine.threadId, title: 'First question', isCurrent: false },
  ]);
  const again = await begin({ resume: next.token, threadId: mine.threadId });
  expect(again.threadId).toBe(mine.threadId);
  await again.say('Of the first once more');
  expect(await list(next)).toMatchObject([{ threadId: mine.threadId }, { threadId: next.threadId, isCurrent: true }]);
  for (const body of [{ resume: next.token, threadId: other.threadId }, { threadId: mine.threadId }]) {
    const refused = await call(server, 'POST', chat.sessions, { key: null, body });
    expect(refused).toMatchObject({
      status: 400,
      body: { error: { details: { fields: [{ path: 'body.threadId' }] } } },
    });
  }
});
