import { expect, test } from 'vitest';
import { call } from './client.ts';
import { useClock } from './clock.ts';
import { openChat } from './open-chat.ts';
import { startWithDoubles } from './start-with-doubles.ts';
import { endWaiting } from '../src/features/conversations/handover/request-handover.ts';

const clock = useClock();
const { server } = await startWithDoubles({ DEFAULT_MODEL: 'test-model' });

// The clock of PostgreSQL, which doesn't move, is behind from now on.
clock.forward(600_000);

test('an idle timeout is measured by one clock', async () => {
  const { send, say } = await openChat(server, { behaviour: { idle_timeout_minutes: 5 } });
  expect((await send('GET', '')).status).toBe(200);
  clock.forward(240_000);
  expect((await say('Hello')).status).toBe(200);
  clock.forward(240_000);
  expect((await send('GET', '')).status).toBe(200);
  clock.forward(301_000);
  expect((await send('GET', '')).body.error.details.reason).toBe('session_expired');
});

test('the wait for a person is measured by one clock', async () => {
  const { conversationId, send } = await openChat(server, { handover: { enabled: true, timeout_minutes: 5 } });
  const statusNow = async () => {
    await endWaiting(server.platform);
    return (await call(server, 'GET', `/api/v1/conversations/${conversationId}`)).body.data.status;
  };
  expect((await send('POST', '/handover', {})).status).toBe(200);
  expect(await statusNow()).toBe('waiting');
  clock.forward(301_000);
  expect(await statusNow()).toBe('bot');
});
