import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createChatServer, makeFace, refuse } from '../testing/chat-server.ts';
import type { ChatServer } from '../testing/chat-server.ts';
import type { ChatEvents } from '../types.ts';
import { createChat } from './create-chat.ts';
import { createEmitter } from './emitter.ts';
import { createStorage } from './storage.ts';

let server: ChatServer;
let stop = () => {};
beforeEach(() => {
  server = createChatServer(makeFace());
  history.replaceState(null, '', '/shop#top&portico-resume=link_1');
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  history.replaceState(null, '', '/');
});

function open() {
  const chat = createChat({ chat: 'demo', host: 'https://portico.invalid' }, makeFace(), createEmitter<ChatEvents>());
  stop = () => chat.destroy();
  chat.open();
  return chat;
}

test('the link in a mail resumes the conversation once and is removed from the address', async () => {
  open();
  await expect.poll(() => server.posts(/sessions$/)).toMatchObject([{ body: { resumeLink: 'link_1' } }]);
  await expect.poll(() => location.href.endsWith('/shop#top')).toBe(true);
});

test('a used link gives the visitor a new session', async () => {
  server.answers = [() => refuse(401, 'invalid_api_key')];
  open();
  await expect.poll(() => server.posts(/sessions$/)).toHaveLength(2);
  expect(server.posts(/sessions$/)[1]?.body).not.toHaveProperty('resumeLink');
  expect(location.hash).toBe('#top');
});

test('a used link is explained to a visitor who has no conversation here', async () => {
  server.answers = [() => refuse(401, 'invalid_api_key')];
  const chat = open();
  await expect
    .poll(() => chat.error.value)
    .toMatchObject({ code: 'link_refused', message: expect.stringContaining('no longer works') });
  expect(server.posts(/sessions$/)).toHaveLength(2);
});

test('a used link is not explained if this browser has the conversation', async () => {
  const session = { id: 'ses_1', token: 'tok_1', threadId: 'thr_1', expiresAt: new Date(0).toISOString() };
  const storage = createStorage('local', 'demo');
  storage.update({ session });
  server.stored = [{ id: 'msg_1', role: 'user', content: 'Hello', status: 'completed', replacedBy: null }];
  server.answers = [() => refuse(401, 'invalid_api_key')];
  const chat = open();
  await expect.poll(() => chat.messages.value).toHaveLength(1);
  await vi.dynamicImportSettled();
  expect(chat.error.value).toBeNull();
});

test('a link is kept while the server is unreachable', async () => {
  server.isAway = true;
  const chat = open();
  await expect.poll(() => chat.error.value?.code).toBe('offline');
  expect(location.hash).toContain('portico-resume=link_1');
});
