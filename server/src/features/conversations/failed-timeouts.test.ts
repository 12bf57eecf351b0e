import { expect, test } from 'vitest';
import { call } from '../../../test/client.ts';
import { openChat } from '../../../test/open-chat.ts';
import { startWithDoubles } from '../../../test/start-with-doubles.ts';
import { endWaiting } from './handover/request-handover.ts';
import { releaseLost } from './handover/release-conversations.ts';

const { server } = await startWithDoubles({ DEFAULT_MODEL: 'test-model' });
const { sql } = server.platform.database;

const visit = async () => {
  const chat = await openChat(server, { handover: { enabled: true } });
  await chat.send('POST', '/handover', {});
  return chat;
};
const statusOf = async (id: string) => (await call(server, 'GET', `/api/v1/conversations/${id}`)).body.data.status;

/** Settings that only a newer version knows, for example during an update of several servers. */
async function storeUnknown(interfaceId: string): Promise<void> {
  await sql`
    UPDATE chat_interfaces SET settings = jsonb_set(settings::jsonb, '{handover,hours}', '"by_team"')
    WHERE id = ${interfaceId}`;
}

test('visitors are notified that nobody comes although this fails for one who has waited for longer', async () => {
  const broken = await visit();
  const other = await visit();
  await storeUnknown(broken.id);
  await sql`UPDATE conversations SET timeout_at = now() - interval '1 minute' WHERE id = ${broken.conversationId}`;
  await sql`UPDATE conversations SET timeout_at = now() WHERE id = ${other.conversationId}`;
  await endWaiting(server.platform);
  expect([await statusOf(broken.conversationId), await statusOf(other.conversationId)]).toEqual(['waiting', 'bot']);
  await sql`UPDATE conversations SET timeout_at = NULL`;
});

test('the conversations of a deleted member are released although this fails for those of another one', async () => {
  const broken = await visit();
  const other = await visit();
  for (const { conversationId: id, say } of [broken, other]) {
    await say('Is anybody there?');
    await call(server, 'POST', `/api/v1/conversations/${id}/accept`, { body: {} });
    const member = `mem_${id}`;
    await sql`
      UPDATE conversations SET assignee_id = ${member}, assignee = jsonb_set(assignee::jsonb, '{id}', to_jsonb(${member}::text))
      WHERE id = ${id}`;
  }
  await storeUnknown(broken.id);
  await releaseLost(server.platform);
  expect([await statusOf(broken.conversationId), await statusOf(other.conversationId)]).toEqual(['human', 'waiting']);
});
