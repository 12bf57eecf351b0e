import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createChatServer, makeFace } from '../testing/chat-server.ts';
import type { ChatServer } from '../testing/chat-server.ts';
import { drawAttention } from '../people/draw-attention.ts';
import type { ChatEvents, ChatMessage } from '../types.ts';
import type { Chat } from './chat.ts';
import { createChat } from './create-chat.ts';
import { createEmitter } from './emitter.ts';

let server: ChatServer;
let chat: Chat;
const navigation = new EventTarget();

beforeEach(() => {
  vi.stubGlobal('navigation', navigation);
  history.replaceState(null, '', '/shop');
  document.title = 'Shop';
  server = createChatServer(makeFace());
  chat = createChat({ chat: 'demo', host: 'https://portico.invalid' }, makeFace(), createEmitter<ChatEvents>());
});
afterEach(() => {
  chat.destroy();
  vi.unstubAllGlobals();
});

const patches = () => server.calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body);
const reports = () => patches().map(({ seenMessageId: _, ...report }) => report);

function visit(path: string, title: string): void {
  history.pushState(null, '', path);
  navigation.dispatchEvent(new Event('currententrychange'));
  document.title = title;
}

test('the page of a single-page app is reported once there is a session, and sent with each message', async () => {
  visit('/before', 'Before');
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(server.calls).toEqual([]);
  chat.open();
  chat.send('Hello');
  await expect.poll(reports).toEqual([{ page: { url: location.href, title: 'Before' } }]);
  expect(server.posts(/messages$/)[0]?.body['page']).toEqual({ url: location.href, title: 'Before' });
  visit('/cart', 'Cart');
  await expect.poll(() => reports().at(-1)).toEqual({ page: { url: location.href, title: 'Cart' } });
  expect(reports()).toHaveLength(2);
  chat.send('And here?');
  await expect.poll(() => server.posts(/messages$/).at(1)?.body['page']).toMatchObject({ title: 'Cart' });
});

test('update() sets a page and metadata; the page is used until the visitor opens another one', async () => {
  chat.update({ metadata: { plan: 'gold' }, page: { url: 'https://shop.example/a', title: 'A' } });
  chat.open();
  chat.send('Hello');
  await expect.poll(() => server.posts(/^\/sessions$/)[0]?.body).toMatchObject({ pageUrl: 'https://shop.example/a' });
  await expect
    .poll(() => reports().at(-1))
    .toEqual({ page: { url: 'https://shop.example/a', title: 'A' }, metadata: { plan: 'gold' } });
  chat.update({ metadata: { plan: null } });
  await expect.poll(() => reports().at(-1)).toMatchObject({ metadata: { plan: null } });
  const count = reports().length;
  chat.update({ theme: 'dark' });
  visit('/next', 'Next');
  await expect.poll(() => reports().at(-1)).toMatchObject({ page: { url: location.href, title: 'Next' } });
  expect(reports()).toHaveLength(count + 1);
  chat.send('And here?');
  await expect.poll(() => server.posts(/messages$/).at(1)?.body['page']).toMatchObject({ title: 'Next' });
});

/** Sends a message of the thread that has this type of author, and returns the time of its creation. */
function write(number: number, type: string, createdAt = new Date().toISOString()): string {
  server.send(number, 'message:created', {
    message: {
      id: `msg_${number}`,
      role: 'assistant',
      author: { type, name: 'Kim', avatar_url: null },
      content: 'Hi!',
      status: 'completed',
      attachments: [],
      created_at: createdAt,
    },
  });
  return createdAt;
}
const seen = () => patches().map(({ seenMessageId }) => seenMessageId);

test('the newest message of a person is reported once the open panel has shown it', async () => {
  chat.open();
  chat.send('Hello');
  await expect.poll(seen).toEqual([null]);
  write(2, 'agent');
  write(3, 'member');
  await expect.poll(seen).toEqual([null, 'msg_3']);
  chat.isFollowed.value = true;
  chat.close();
  write(4, 'member');
  await expect.poll(() => chat.unread.value).toBe(1);
  expect(seen()).toEqual([null, 'msg_3']);
  chat.open();
  await expect.poll(seen).toEqual([null, 'msg_3', 'msg_4']);
});

test('a message has been seen once the visitor returns to the tab, not while the tab is in the background', async () => {
  chat.open();
  chat.send('Hello');
  await expect.poll(seen).toEqual([null]);
  const visibility = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  document.dispatchEvent(new Event('visibilitychange'));
  const createdAt = write(2, 'member');
  await expect.poll(() => chat.messages.value.some(({ id }) => id === 'msg_2')).toBe(true);
  chat.update({ metadata: { plan: 'gold' } });
  await expect.poll(seen).toEqual([null, null]);
  expect(chat.storage.read().seen?.upTo).not.toBe(createdAt);
  visibility.mockReturnValue(false);
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(seen).toEqual([null, null, 'msg_2']);
  expect(chat.storage.read().seen?.upTo).toBe(createdAt);
  visibility.mockRestore();
});

/** Another tab shows the messages up to this moment. */
function showElsewhere(upTo: string): void {
  const record: unknown = JSON.parse(localStorage.getItem('portico:demo') ?? '{}');
  localStorage.setItem('portico:demo', JSON.stringify({ ...Object(record), seen: { at: Date.now(), upTo } }));
  dispatchEvent(new StorageEvent('storage', { key: 'portico:demo' }));
}

test('a reply that the server stores with the visitor’s message is unread until it is seen', async () => {
  chat.open();
  chat.send('Hello');
  await expect.poll(seen).toEqual([null]);
  const createdAt = new Date().toISOString();
  const own = { role: 'user', content: 'Hello', status: 'completed', attachments: [], created_at: createdAt };
  const key = chat.messages.value[0]?.clientMessageId;
  server.send(2, 'message:created', { message: { ...own, id: 'msg_2', client_message_id: key } });
  await expect.poll(() => chat.messages.value[0]?.id).toBe('msg_2');
  chat.isFollowed.value = true;
  chat.close();
  write(3, 'agent', createdAt);
  await expect.poll(() => chat.messages.value.some(({ id }) => id === 'msg_3')).toBe(true);
  expect(chat.unread.value).toBe(1);
  chat.open();
  await expect.poll(() => chat.storage.read().seen?.upTo).toBe(createdAt);
});

test.each(['after', 'before'])('what another tab shows is not unread in this one: %s it comes here', async (order) => {
  chat.open();
  chat.send('Hello');
  await expect.poll(seen).toEqual([null]);
  chat.isFollowed.value = true;
  chat.close();
  if (order === 'before') showElsewhere('2999-01-01T00:00:00.000Z');
  const createdAt = write(2, 'member');
  await expect.poll(() => chat.messages.value.some(({ id }) => id === 'msg_2')).toBe(true);
  if (order === 'after') {
    expect(chat.unread.value).toBe(1);
    showElsewhere(createdAt);
  }
  expect(chat.unread.value).toBe(0);
});

test('what another chat of the page shows is not unread in this one', async () => {
  const other = createChat({ chat: 'demo', host: 'https://portico.invalid' }, makeFace(), createEmitter<ChatEvents>());
  chat.open();
  chat.send('Hello');
  await expect.poll(seen).toEqual([null]);
  chat.isFollowed.value = true;
  chat.close();
  const createdAt = write(2, 'member');
  await expect.poll(() => chat.unread.value).toBe(1);
  other.storage.update({ seen: { at: Date.now(), upTo: createdAt } });
  await expect.poll(() => chat.unread.value).toBe(0);
  other.destroy();
});

test('a tab in the background announces a person’s message, unless another tab shows it', async () => {
  const play = vi.fn<() => void>();
  vi.stubGlobal('AudioContext', function AudioContext() {
    play();
    throw new Error('no device');
  });
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  chat.open();
  chat.send('Hello');
  await expect.poll(seen).toEqual([null]);
  const heard = vi.fn<(message: ChatMessage) => void>();
  const stop = drawAttention(chat, heard);
  const receive = (id: string) =>
    dispatchEvent(
      new CustomEvent('portico:message-received', {
        detail: { id: chat.id, message: chat.messages.value.find((message) => message.id === id) },
      }),
    );
  const createdAt = write(2, 'member');
  await expect.poll(() => chat.messages.value.some(({ id }) => id === 'msg_2')).toBe(true);
  receive('msg_2');
  expect(heard).toHaveBeenCalledOnce();
  showElsewhere(createdAt);
  expect([play.mock.calls.length, document.title]).toEqual([0, 'Shop']);
  await new Promise((resolve) => setTimeout(resolve, 5));
  write(3, 'member');
  await expect.poll(() => chat.messages.value.some(({ id }) => id === 'msg_3')).toBe(true);
  receive('msg_3');
  await expect.poll(() => document.title).toBe('● Shop');
  expect(play).toHaveBeenCalledOnce();
  stop();
  vi.restoreAllMocks();
});

test('a report that failed is sent again without a further change', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const { fetch } = globalThis;
  let failures = 1;
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (init?.method === 'PATCH' && failures-- > 0) throw new TypeError('network');
    return fetch(url, init);
  });
  chat.open();
  chat.send('Hello');
  await expect.poll(reports).toEqual([{ page: { url: location.href, title: 'Shop' } }]);
});
