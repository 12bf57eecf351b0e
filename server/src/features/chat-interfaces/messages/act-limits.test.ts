import { afterAll, beforeAll, expect, it } from 'vitest';
import { useClock } from '../../../../test/clock.ts';
import { openChat } from '../../../../test/open-chat.ts';
import { startServer, type ServerUnderTest } from '../../../../test/start-server.ts';

const clock = useClock();
let server: ServerUnderTest;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server.close());

it.each(['feedback', 'cancel'])('a session can send 60 requests of the kind %s per minute', async (kind) => {
  const chat = await openChat(server);
  const { body } = await chat.send('POST', '/messages', { content: 'Hello' });
  const act = async () =>
    kind === 'cancel'
      ? chat.send('POST', '/cancel', {})
      : chat.send('POST', `/messages/${body.data.id}/feedback`, { rating: 'up' });
  clock.toNextMinute();
  for (let at = 0; at < 60; at += 1) expect((await act()).status).not.toBe(429);
  const refused = await act();
  expect([refused.status, refused.body.error.details]).toMatchObject([429, { limit: 60, window: 'minute' }]);
  const other = await openChat(server);
  expect((await other.send('POST', '/cancel', {})).status).not.toBe(429);
  clock.toNextMinute();
  expect((await act()).status).not.toBe(429);
});
