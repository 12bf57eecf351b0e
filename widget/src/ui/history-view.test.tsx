import { wideScreen } from '@portico/browser-kit/breakpoints';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { mountChat } from '../mount/mount-chat.ts';
import { createChatServer, makeFace } from '../testing/chat-server.ts';
import type { ChatServer } from '../testing/chat-server.ts';
import type { ChatHandle } from '../types.ts';

let server: ChatServer;
let place: HTMLElement;
let handle: ChatHandle;

const fromPhone = { threadId: 'thr_8', title: 'From the phone', lastMessageAt: '2026-01-01T00:00:00.000Z' };
const fromWork = { threadId: 'thr_9', title: 'From work', lastMessageAt: '2026-01-02T00:00:00.000Z' };
const bob = { userId: 'bob', exp: 1, signature: 'y' };

beforeEach(() => {
  // Wide enough for the list beside the conversation.
  vi.stubGlobal('matchMedia', (query: string) => Object.assign(new EventTarget(), { matches: query === wideScreen }));
  server = createChatServer(makeFace());
  server.past = [fromPhone, fromWork];
  place = document.body.appendChild(document.createElement('div'));
  handle = mountChat({ chat: 'demo', host: 'https://portico.invalid', mode: 'page', target: place });
});
afterEach(() => {
  handle.unmount();
  place.remove();
  vi.unstubAllGlobals();
});

const listed = () =>
  [...document.querySelectorAll('div')].flatMap(({ shadowRoot }) => [
    ...(shadowRoot?.querySelectorAll<HTMLButtonElement>('.past li button') ?? []),
  ]);
const isCurrent = (button: HTMLElement) => button.getAttribute('aria-current') === 'true';
const titleOf = (button: HTMLElement) => button.querySelector('bdi')?.textContent;
/** Of the earlier conversations. */
const titles = () =>
  listed()
    .filter((button) => !isCurrent(button))
    .map(titleOf);
const countSent = () => server.posts(/messages$/).length;
const resumed = () => server.posts(/sessions$/).map(({ body }) => body['resume']);

/** Chooses the conversation; the returned function lets the server respond with its token. */
async function choose(title: string, number: number): Promise<() => Promise<void>> {
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
  const data = { id: `ses_${number}`, token: `tok_${number}`, threadId: `thr_${number}`, expiresAt };
  const response = new Response(JSON.stringify({ data }), { status: 201 });
  const { promise, resolve } = Promise.withResolvers<Response>();
  server.answers.push(() => promise);
  const before = resumed().length;
  listed()
    .find(({ textContent }) => textContent.startsWith(title))
    ?.click();
  await expect.poll(() => resumed().length).toBe(before + 1);
  return async () => {
    resolve(response);
    await expect.poll(() => response.bodyUsed).toBe(true);
  };
}

test('a chosen conversation from another device opens', async () => {
  handle.send('Hello');
  await expect.poll(titles).toEqual(['From work', 'From the phone']);
  await expect.poll(countSent).toBe(1);
  const respond = await choose('From the phone', 8);
  await respond();
  await expect.poll(resumed).toEqual([undefined, 'tok_1', 'tok_8']);
});

test('at the side the current conversation is marked, and none changes its place', async () => {
  handle.send('Hello');
  const all = ['From work', 'From the phone', 'Hello'];
  await expect.poll(() => listed().map(titleOf)).toEqual(all);
  await expect.poll(countSent).toBe(1);
  expect(listed().filter(isCurrent).map(titleOf)).toEqual(['Hello']);
  const respond = await choose('From the phone', 8);
  const resumed8 = { id: 'ses_8', token: 'tok_8', threadId: 'thr_8', visitorId: 'vis_1', messages: [] };
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
  server.answers.push(() => new Response(JSON.stringify({ data: { ...resumed8, expiresAt } }), { status: 201 }));
  await respond();
  await expect.poll(() => listed().filter(isCurrent).map(titleOf)).toEqual(['From the phone']);
  expect(listed().map(titleOf)).toEqual(all);
});

test('at the side, one conversation is listed too, below the button for a new one', async () => {
  server.past = [];
  handle.send('Hello');
  await expect.poll(() => listed().filter(isCurrent).map(titleOf)).toEqual(['Hello']);
  expect(listed()[0]?.closest('.past')?.firstElementChild?.textContent).toBe('New conversation');
});

test.for([
  { change: 'a new conversation', run: () => handle.newThread() },
  { change: 'the logout', run: () => handle.logout() },
  { change: 'the next visitor', run: () => handle.identify(bob) },
])('a chosen conversation whose token arrives after $change is not opened', async ({ run }) => {
  handle.identify({ ...bob, userId: 'ann' });
  handle.send('Hello');
  await expect.poll(titles).toEqual(['From work', 'From the phone']);
  await expect.poll(countSent).toBe(1);
  const respond = await choose('From the phone', 8);
  run();
  await respond();
  handle.send('Next');
  await expect.poll(countSent).toBe(2);
  expect(resumed()).not.toContain('tok_8');
});

test('of two chosen conversations the last one opens, whichever token arrives first', async () => {
  handle.send('Hello');
  await expect.poll(titles).toEqual(['From work', 'From the phone']);
  await expect.poll(countSent).toBe(1);
  const respond = await choose('From the phone', 8);
  const respondLast = await choose('From work', 9);
  await respond();
  await respondLast();
  await expect.poll(resumed).toContain('tok_9');
  expect(resumed()).not.toContain('tok_8');
});

test('after the logout, the list of the previous visitor is gone', async () => {
  handle.send('Hello');
  await expect.poll(titles).toEqual(['From work', 'From the phone']);
  handle.logout();
  await expect.poll(titles).toEqual([]);
});

test('a list that arrives after the logout is not shown to the next visitor', async () => {
  const { promise, resolve } = Promise.withResolvers<object[]>();
  server.past = promise;
  handle.send('Hello');
  await expect.poll(() => server.calls.some(({ path }) => path.endsWith('/conversations'))).toBe(true);
  await expect.poll(countSent).toBe(1);
  handle.logout();
  server.past = new Promise(() => {});
  resolve([fromPhone]);
  handle.send('Next');
  await expect.poll(countSent).toBe(2);
  expect(titles()).toEqual([]);
});
