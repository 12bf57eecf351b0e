import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, eventually } from '../../../../test/client.ts';
import { useClock } from '../../../../test/clock.ts';
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
async function begin(base: string, body: object = {}) {
  const { id, token, threadId } = (await call(server, 'POST', `${base}/sessions`, { key: null, body })).body.data;
  const options = { key: null, headers: { authorization: `Bearer ${token}` } };
  return { path: `${base}/sessions/${id}`, token, threadId, options };
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
  const chat = await create('chat-interfaces', { name: 'Help', agent_id: agent.id });
  const session = await begin(`/api/public/chat-interfaces/${chat.slug}`);
  const search = async (query: string) =>
    call(server, 'POST', `${session.path}/search`, { ...session.options, body: { query } });
  const found = (await search('When is the harbour desk open?')).body.data;
  expect(found).toHaveLength(1);
  expect(found[0]).toMatchObject({ title: 'Hours', url: null, heading: 'Opening hours' });
  expect((await search('Quarterly tax of Bolivian llamas')).body.data).toEqual([]);
  expect((await call(server, 'POST', `${session.path}/search`, { key: null, body: { query: 'x' } })).status).toBe(401);
  // The limit is for a minute of the clock, which must not end before the last of them.
  clock.toNextMinute();
  const statuses = [];
  for (let at = 0; at < 31; at += 1) statuses.push((await search('open')).status);
  expect(statuses).toContain(429);
});

it('lists only the conversations of the token’s visitor', async () => {
  const agent = await create('agents', { name: 'Guide' });
  const chat = await create('chat-interfaces', { name: 'Help', agent_id: agent.id });
  const base = `/api/public/chat-interfaces/${chat.slug}`;
  const mine = await begin(base);
  const list = async (session: typeof mine) =>
    (await call(server, 'GET', `${session.path}/conversations`, session.options)).body.data;
  expect(await list(mine)).toEqual([]);
  const say = async (session: typeof mine, content: string) =>
    call(server, 'POST', `${session.path}/messages`, { ...session.options, body: { content } });
  await say(mine, 'First question');
  const next = await begin(base, { resume: mine.token, newThread: true });
  await say(next, 'Second question');
  const other = await begin(base);
  await say(other, 'Of somebody else');
  expect(await list(next)).toMatchObject([
    { threadId: next.threadId, title: 'Second question', isCurrent: true },
    { threadId: mine.threadId, title: 'First question', isCurrent: false },
  ]);
  const again = await begin(base, { resume: next.token, threadId: mine.threadId });
  expect(again.threadId).toBe(mine.threadId);
  await say(again, 'Of the first once more');
  expect(await list(next)).toMatchObject([{ threadId: mine.threadId }, { threadId: next.threadId, isCurrent: true }]);
  for (const body of [{ resume: next.token, threadId: other.threadId }, { threadId: mine.threadId }]) {
    const refused = await call(server, 'POST', `${base}/sessions`, { key: null, body });
    expect(refused).toMatchObject({
      status: 400,
      body: { error: { details: { fields: [{ path: 'body.threadId' }] } } },
    });
  }
});
