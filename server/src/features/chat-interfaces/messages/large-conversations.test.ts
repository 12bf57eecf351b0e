import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, readEvents } from '../../../../test/client.ts';
import { useClock } from '../../../../test/clock.ts';
import { createChat, type TestChat, visitChat } from '../../../../test/open-chat.ts';
import { startServer, type ServerUnderTest } from '../../../../test/start-server.ts';

const clock = useClock();
let server: ServerUnderTest;
let chat: TestChat;
beforeAll(async () => {
  server = await startServer({ MAX_STREAMS_PER_IP: '20' });
  const limits = { messages_per_minute: 1000, session_messages_per_minute: 1000, sessions_per_minute: 1000 };
  chat = await createChat(server, { limits });
});
afterAll(async () => server.close());

const sizeOf = (messages: object): number => Buffer.byteLength(JSON.stringify(messages));

it('a long conversation is read in pages of a megabyte, to its beginning', async () => {
  const { send, token } = await visitChat(server, chat);
  const count = 25;
  for (let at = 0; at < count; at += 1) {
    await send('POST', '/messages', { content: `${at} ${'漢'.repeat(31_000)}`, wait: false });
  }
  const read: { id: string; role: string; content: string }[] = [];
  for (let before = ''; ; before = `&before=${read[0]?.id ?? ''}`) {
    const { body } = await send('GET', `/messages?limit=100${before}`);
    if (body.data.length === 0) break;
    expect(sizeOf(body.data)).toBeLessThan(1_300_000);
    read.unshift(...body.data);
  }
  const asked = read.filter(({ role }) => role === 'user').map(({ content }) => content.split(' ')[0]);
  expect(asked).toEqual(Array.from({ length: count }, (_, at) => String(at)));
  const resumed = await call(server, 'POST', chat.sessions, { key: null, body: { resume: token } });
  const { messages } = resumed.body.data;
  expect(messages.at(-1)).toEqual(read.at(-1));
  expect(sizeOf(messages)).toBeLessThan(1_300_000);
});

it('reading messages and opening streams is limited for each address', async () => {
  const { path, headers, send } = await visitChat(server, chat);
  clock.toNextMinute();
  const read = async () => send('GET', '/messages');
  for (let at = 0; at < 600; at += 1) expect((await read()).status).toBe(200);
  const refused = await read();
  expect([refused.status, refused.body.error.details]).toMatchObject([429, { limit: 600, window: 'minute' }]);

  clock.toNextMinute();
  const open = async () => readEvents(server, `${path}/events`, { key: null, headers, until: () => true });
  for (let at = 0; at < 200; at += 1) await open();
  const again = await call(server, 'GET', `${path}/events`, {
    key: null,
    headers: { ...headers, Accept: 'text/event-stream' },
  });
  expect([again.status, again.body.error.details]).toMatchObject([429, { limit: 200, window: 'minute' }]);
  clock.toNextMinute();
  await open();
});
