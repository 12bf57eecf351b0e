import { expect, test } from 'vitest';
import { call } from '../../../../test/client.ts';
import { openChat } from '../../../../test/open-chat.ts';
import { startWithDoubles } from '../../../../test/start-with-doubles.ts';
import { pruneEvents } from './prune-events.ts';

const { server } = await startWithDoubles();
const { sql } = server.platform.database;

async function converse(content: string): Promise<string> {
  const { threadId, send } = await openChat(server);
  await send('POST', '/messages', { content });
  const id = threadId.replace('thr_', 'cnv_');
  const note = await call(server, 'POST', `/api/v1/conversations/${id}/notes`, { body: { content: `“${id}”` } });
  expect(note.status).toBe(201);
  return id;
}
/** The names of the events of all workspaces' conversations with this text in their data. */
async function namesOf(text: string): Promise<Set<string>> {
  const rows = await sql<{ event: string }[]>`
    SELECT event FROM events WHERE starts_with(stream, 'conversations:') AND data LIKE ${`%${text}%`}`;
  return new Set(rows.map(({ event }) => event));
}

test('the events of a deleted conversation are deleted, and no others that mention it', async () => {
  const deleted = await converse('Herons');
  const kept = await converse(`"${deleted}" and "conversation_id":"${deleted}"`);
  const all = ['conversation:created', 'conversation:message', 'conversation:note', 'conversation:updated'];
  expect([...(await namesOf('Herons'))].toSorted()).toEqual(all.filter((name) => !name.endsWith('note')));
  const path = `/api/v1/threads/${deleted.replace('cnv_', 'thr_')}`;
  expect((await call(server, 'DELETE', path)).status).toBe(200);
  expect([...(await namesOf('Herons'))]).toEqual([]);
  expect([...(await namesOf(`"conversation_id":"${deleted}"`))]).toEqual(['conversation:deleted']);
  expect([...(await namesOf(kept))].toSorted()).toEqual(all);
});

test('events that are more than a day old are deleted', async () => {
  const conversation = await converse('Owls');
  const old = new Date(Date.now() - 25 * 3_600_000).toISOString();
  await sql`
    UPDATE events SET data = regexp_replace(data, '"timestamp":"[^"]+"}$', ${`"timestamp":"${old}"}`})
    WHERE starts_with(stream, 'conversations:')`;
  expect((await namesOf(conversation)).size).toBeGreaterThan(0);
  await pruneEvents(server.platform);
  expect((await namesOf(conversation)).size).toBe(0);
});
