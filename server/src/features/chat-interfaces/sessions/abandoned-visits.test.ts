import { describe, expect, test, vi } from 'vitest';
import { call } from '../../../../test/client.ts';
import { createChat, type TestChat, visitChat } from '../../../../test/open-chat.ts';
import { startWithDoubles } from '../../../../test/start-with-doubles.ts';
import { removeChatInterface } from '../interface/chat-interfaces.service.ts';
import { eraseAbandonedVisit, sweepAbandonedVisits, sweepThreadsOfVisits } from './erase-abandoned-visits.ts';

const { model, server } = await startWithDoubles({ DEFAULT_MODEL: 'test-model' });
const { sql } = server.platform.database;
const agentId = (await call(server, 'POST', '/api/v1/agents', { body: { name: 'Guide' } })).body.data.id;
const workspaceId = (await call(server, 'GET', '/api/v1/workspace')).body.data.id;

const openDesk = async () => createChat(server, { agent_id: agentId, limits: { sessions_per_minute: 100 } });
const deleteChat = async ({ id }: TestChat) => call(server, 'DELETE', `/api/v1/chat-interfaces/${id}`);

/** A visitor who has attached a file, and has sent it or not. */
async function visit(chat: TestChat, { says, token }: { says?: string; token?: string } = {}) {
  const preview: Record<string, string> = token === undefined ? {} : { 'X-Portico-Preview': token };
  const { path, threadId, visitorId, ...session } = await visitChat(server, chat, {}, preview);
  const headers = { ...preview, ...session.headers };
  const form = new FormData();
  form.append('file', new Blob(['A passport.']), 'passport.txt');
  const { fileId } = (await call(server, 'POST', `${path}/upload`, { key: null, headers, form })).body.data;
  if (says !== undefined) {
    model.reply({ text: 'Hello.' });
    const body = { content: says, attachments: [fileId] };
    const sent = await call(server, 'POST', `${path}/messages`, { key: null, headers, body });
    expect(sent.body.error ?? sent.status).toBe(200);
  }
  const [file] = await sql<{ storage_key: string }[]>`SELECT storage_key FROM files WHERE id = ${fileId}`;
  const openFile = async () => (await server.platform.storage.open(file?.storage_key ?? '')).destroy();
  await openFile();
  return { threadId, visitorId, fileId, openFile };
}
type Visit = Awaited<ReturnType<typeof visit>>;

async function startPreview({ id }: TestChat): Promise<string> {
  return (await call(server, 'POST', `/api/v1/chat-interfaces/${id}/preview`, { body: {} })).body.data.token;
}

async function expectGone({ threadId, visitorId, fileId, openFile }: Visit): Promise<void> {
  const [left] = await sql<object[]>`
    SELECT (SELECT count(*)::int FROM threads WHERE id = ${threadId}) AS threads,
      (SELECT count(*)::int FROM messages WHERE thread_id = ${threadId}) AS messages,
      (SELECT count(*)::int FROM events WHERE stream = ${threadId}) AS events,
      (SELECT count(*)::int FROM chat_sessions WHERE thread_id = ${threadId}) AS sessions,
      (SELECT count(*)::int FROM chat_visitors WHERE visitor_id = ${visitorId}) AS visitors,
      (SELECT count(*)::int FROM files WHERE id = ${fileId}) AS files`;
  expect(left).toEqual({ threads: 0, messages: 0, events: 0, sessions: 0, visitors: 0, files: 0 });
  await expect(openFile()).rejects.toMatchObject({ code: 'resource_not_found' });
}
async function expectKept({ threadId, fileId, openFile }: Visit): Promise<void> {
  expect((await call(server, 'GET', `/api/v1/threads/${threadId}`)).status).toBe(200);
  expect((await call(server, 'GET', `/api/v1/files/${fileId}`)).status).toBe(200);
  await openFile();
}
const erase = async (subject: object) => (await call(server, 'POST', '/api/v1/visitors/erase', { body: subject })).body;

describe('a deleted chat', () => {
  test('leaves nothing of visits without a conversation and of previews, and keeps conversations', async () => {
    const [chat, other] = [await openDesk(), await openDesk()];
    const looking = await visit(chat);
    const preview = await visit(chat, { says: 'As the owner', token: await startPreview(chat) });
    const talk = await visit(chat, { says: 'I am Kim.' });
    const elsewhere = await visit(other);
    expect((await deleteChat(chat)).status).toBe(200);
    await expectGone(looking);
    await expectGone(preview);
    for (const kept of [talk, elsewhere]) await expectKept(kept);
    await sweepAbandonedVisits(server.platform);
    for (const kept of [talk, elsewhere]) await expectKept(kept);
    const { data } = await erase({ visitor_id: talk.visitorId });
    expect(data.erased).toMatchObject({ visitors: 1, conversations: 1, files: 1 });
    await expectGone(talk);
  });

  test('is deleted although a file can’t be; then the visit is found by its visitor, and a sweep deletes it', async () => {
    const chat = await openDesk();
    const [first, second] = [await visit(chat), await visit(chat)];
    const remove = async (): Promise<void> => {
      throw new Error('The storage does not respond.');
    };
    const failing = { ...server.platform, storage: { ...server.platform.storage, remove } };
    await removeChatInterface(failing, workspaceId, chat.id);
    expect((await call(server, 'GET', `/api/v1/chat-interfaces/${chat.id}`)).status).toBe(404);
    expect((await erase({ visitor_id: first.visitorId })).data.erased).toMatchObject({ visitors: 1, files: 1 });
    await expectGone(first);
    await expectKept(second);
    await sweepAbandonedVisits(failing);
    await expectKept(second);
    await sweepAbandonedVisits(server.platform);
    await expectGone(second);
  });

  test('of an older version has left threads without sessions, which a sweep deletes', async () => {
    const [chat, living] = [await openDesk(), await openDesk()];
    const looking = await visit(chat);
    const preview = await visit(chat, { says: 'As the owner', token: await startPreview(chat) });
    const talk = await visit(chat, { says: 'I am Kim.' });
    // From before there were conversations.
    const ancient = await visit(chat, { says: 'I am Leo.' });
    const open = await visit(living);
    const made = await call(server, 'POST', `/api/v1/agents/${agentId}/threads`, {
      body: { metadata: { source: 'chat_interface' } },
    });
    const unstorable = await call(server, 'POST', `/api/v1/agents/${agentId}/threads`);
    await sql`
      UPDATE threads SET metadata = ${String.raw`{"note":"\u0000 \ud800"}`} WHERE id = ${unstorable.body.data.id}`;
    await sql`DELETE FROM conversations WHERE thread_id = ${ancient.threadId}`;
    await sql`DELETE FROM chat_sessions WHERE interface_id = ${chat.id}`;
    await sql`DELETE FROM chat_visitors WHERE interface_id = ${chat.id}`;
    await sweepThreadsOfVisits(server.platform);
    for (const kept of [looking, preview]) await expectKept(kept);
    await sql`DELETE FROM chat_interfaces WHERE id = ${chat.id}`;
    await Promise.all([sweepThreadsOfVisits(server.platform), sweepThreadsOfVisits(server.platform)]);
    for (const gone of [looking, preview]) await expectGone(gone);
    for (const kept of [talk, ancient, open]) await expectKept(kept);
    for (const { body } of [made, unstorable]) {
      expect((await call(server, 'GET', `/api/v1/threads/${body.data.id}`)).status).toBe(200);
    }
  });

  test('keeps a visit in which a message was being sent', async () => {
    const chat = await openDesk();
    const late = await visit(chat, { says: 'Just in time' });
    await eraseAbandonedVisit(server.platform, workspaceId, { thread_id: late.threadId, preview: false });
    await expectKept(late);
  });
});

test('a thread is deleted with its files, and what a failing storage has interrupted can be repeated', async () => {
  const chat = await openDesk();
  const talk = await visit(chat, { says: 'I am Kim.' });
  const path = `/api/v1/threads/${talk.threadId}`;
  const remove = vi.spyOn(server.platform.storage, 'remove');
  remove.mockRejectedValueOnce(new Error('The storage does not respond.'));
  expect((await call(server, 'DELETE', path)).status).toBe(500);
  await expectKept(talk);
  expect((await call(server, 'DELETE', path)).status).toBe(200);
  expect((await call(server, 'GET', `/api/v1/files/${talk.fileId}`)).status).toBe(404);
  await expect(talk.openFile()).rejects.toMatchObject({ code: 'resource_not_found' });
  expect((await call(server, 'DELETE', path)).status).toBe(404);
  // What is left of the visit goes with the chat.
  expect((await deleteChat(chat)).status).toBe(200);
  await expectGone(talk);
  remove.mockRestore();
});
