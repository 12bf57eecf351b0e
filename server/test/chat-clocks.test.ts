import { expect, onTestFinished, test } from 'vitest';
import { endWaiting } from '../src/features/conversations/handover/request-handover.ts';
import { call } from './client.ts';
import { useClock } from './clock.ts';
import { openChat } from './open-chat.ts';
import { startWithDoubles } from './start-with-doubles.ts';

const clock = useClock();
const { server } = await startWithDoubles({ DEFAULT_MODEL: 'test-model' });
const { sql } = server.platform.database;

/** How far this process is ahead of the database, in milliseconds; PGlite's clock moves with it. */
const differences = server.platform.database.embedded ? [0] : [-600_000, 600_000];

const expired = { status: 401, body: { error: { details: { reason: 'session_expired' } } } };

test.each(differences)('a session ends when it has been idle, by a clock that is %s ms ahead', async (difference) => {
  const { sessionId, send, say } = await openChat(server, { behaviour: { idle_timeout_minutes: 5 } });
  const idle = async (seconds: number) =>
    sql`UPDATE chat_sessions SET last_seen_at = now() - ${seconds} * interval '1 second' WHERE id = ${sessionId}`;
  // As if another process had begun it.
  clock.forward(difference);
  onTestFinished(() => clock.forward(-difference));
  await idle(240);
  expect((await say('Hello')).status).toBe(200);
  expect((await send('GET', '')).status).toBe(200);
  await idle(301);
  expect(await send('GET', '')).toMatchObject(expired);
});

test.each(differences)('the wait for a person ends on time, by a clock that is %s ms ahead', async (difference) => {
  clock.forward(difference);
  const { conversationId, send } = await openChat(server, { handover: { enabled: true, timeout_minutes: 5 } });
  const statusNow = async () => {
    await endWaiting(server.platform);
    return (await call(server, 'GET', `/api/v1/conversations/${conversationId}`)).body.data.status;
  };
  expect((await send('POST', '/handover', {})).status).toBe(200);
  clock.forward(-difference);
  expect(await statusNow()).toBe('waiting');
  const [row] = await sql<{ left: number }[]>`
    SELECT extract(epoch FROM timeout_at - updated_at)::float8 AS left FROM conversations WHERE id = ${conversationId}`;
  expect(row?.left).toBe(300);
  await sql`UPDATE conversations SET timeout_at = timeout_at - interval '300 s' WHERE id = ${conversationId}`;
  expect(await statusNow()).toBe('bot');
});
