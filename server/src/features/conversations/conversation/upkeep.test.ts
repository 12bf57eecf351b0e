import { expect, test } from 'vitest';
import { call } from '../../../../test/client.ts';
import { openChat } from '../../../../test/open-chat.ts';
import { startWithDoubles } from '../../../../test/start-with-doubles.ts';
import type { Transaction } from '../../../platform/database.ts';
import { fillConversations } from './upkeep.sql.ts';

const { server } = await startWithDoubles();

/** How often each visitor writes; each time there are a message and a reply. */
const times = 6;

/** A conversation with this message, several times; returns its thread. */
async function converse(content: string): Promise<string> {
  const { threadId, send } = await openChat(server);
  for (let sent = 0; sent < times; sent += 1) {
    expect((await send('POST', '/messages', { content })).status).toBe(200);
  }
  return threadId;
}

/** Of this transaction, and of earlier ones that Postgres has not reported yet. */
async function countRead(tx: Transaction): Promise<number> {
  const [read] = await tx<{ rows: number }[]>`
    SELECT (seq_tup_read + idx_tup_fetch)::int AS rows FROM pg_stat_xact_user_tables WHERE relname = 'messages'`;
  return read?.rows ?? 0;
}

test('the sweep for conversations of older processes reads no messages of those that exist', async () => {
  await converse('Hello?');
  const missing = await converse('Is anybody there?');
  const { database } = server.platform;
  /** Returns how many rows of messages the sweep has read. */
  const fill = async () =>
    database.transaction(async (tx) => {
      const before = await countRead(tx);
      await fillConversations(tx);
      return (await countRead(tx)) - before;
    });
  // Postgres may read a few rows to plan a query, the first and the last of an index.
  expect(await fill()).toBeLessThan(times);
  await database.sql`DELETE FROM conversations WHERE thread_id = ${missing}`;
  expect(await fill()).toBeGreaterThan(times);
  const listed = (await call(server, 'GET', '/api/v1/conversations')).body.data;
  expect(listed).toMatchObject([
    { thread_id: missing, last_message: { preview: 'You said: Is anybody there?' } },
    { last_message: { preview: 'You said: Hello?' } },
  ]);
});
