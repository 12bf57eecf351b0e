import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createChatServer, makeFace, refuse } from '../testing/chat-server.ts';
import type { ChatServer } from '../testing/chat-server.ts';
import type { ChatEvents, ChatMessage, HeadlessOptions } from '../types.ts';
import type { Chat } from './chat.ts';
import { createChat } from './create-chat.ts';
import { createEmitter } from './emitter.ts';

const timestamp = '2026-01-01T00:00:00.000Z';
let server: ChatServer;
let chats: Chat[] = [];

function start(options: Partial<HeadlessOptions> = {}) {
  const events = createEmitter<ChatEvents>();
  const chat = createChat({ chat: 'demo', host: 'https://portico.invalid', ...options }, makeFace(), events);
  chats.push(chat);
  return { chat, events };
}

/** The visitor's message as a later page reads it. */
const makeStored = (clientMessageId: unknown) => ({
  id: 'msg_1',
  threadId: 'thr_1',
  role: 'user',
  content: 'Hello',
  status: 'complete',
  toolCalls: null,
  citations: [],
  attachments: [],
  feedback: null,
  clientMessageId,
  replacedBy: null,
  followUps: [],
  createdAt: timestamp,
});

const past = { id: 'ses_9', token: 'tok_9', threadId: 'thr_9', expiresAt: '2999-01-01T00:00:00.000Z' };

beforeEach(() => {
  chats = [];
  server = createChatServer(makeFace());
});
afterEach(() => {
  for (const chat of chats) chat.destroy();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('opening alone sends no request and stores nothing', async () => {
  const { chat } = start();
  chat.open();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(server.calls).toEqual([]);
  expect(localStorage).toHaveLength(0);
});

test('a message starts a session, is sent once and gets a live reply', async () => {
  const { chat, events } = start();
  const received = vi.fn<(detail: ChatEvents['message-received']) => void>();
  events.on('message-received', received);
  chat.open();
  chat.send('  Hello ');
  expect(chat.messages.value[0]).toMatchObject({ role: 'user', content: 'Hello' });
  await expect.poll(() => server.posts(/messages$/)).toHaveLength(1);
  await expect.poll(() => server.calls.some(({ path }) => path.endsWith('/events'))).toBe(true);
  const { clientMessageId, wait } = server.posts(/messages$/)[0]?.body ?? {};
  expect(wait).toBe(false);
  const message = {
    id: 'msg_1',
    thread_id: 'thr_1',
    role: 'user',
    content: 'Hello',
    status: 'complete',
    citations: [],
    attachments: [],
    feedback: null,
    client_message_id: clientMessageId,
    replaced_by: null,
    follow_ups: [],
    outcome: null,
    created_at: timestamp,
  };
  const reply = { ...message, id: 'msg_2', role: 'assistant', content: 'Hi there', client_message_id: null };
  server.send(1, 'message:created', { message, timestamp });
  server.send(2, 'message:started', { thread_id: 'thr_1', message_id: 'msg_2', user_message_id: 'msg_1', timestamp });
  server.send(3, 'message:delta', { message_id: 'msg_2', content: 'Hi', timestamp });
  await expect.poll(() => chat.messages.value[1]).toMatchObject({ content: 'Hi', status: 'streaming' });
  expect(chat.isReplying.value).toBe(true);
  server.send(4, 'message:completed', { ...reply, timestamp });
  await expect.poll(() => received).toHaveBeenCalledOnce();
  expect(chat.messages.value.map(({ content }) => content)).toEqual(['Hello', 'Hi there']);
  expect(JSON.stringify(received.mock.calls)).not.toContain('tok_');
});

test('a lost response is requested again with the same id', async () => {
  const { chat } = start();
  server.answers = [() => undefined, () => Response.error()];
  chat.send('Hello');
  await expect.poll(() => server.posts(/messages$/)).toHaveLength(2);
  const ids = server.posts(/messages$/).map(({ body }) => body['clientMessageId']);
  expect(new Set(ids).size).toBe(1);
});

test('a message waits while a proxy responds for a server that is restarted, and is sent once', async () => {
  vi.useFakeTimers();
  const { chat } = start({ transport: 'sse' });
  const ofProxy = () => new Response('<h1>502 Bad Gateway</h1>', { status: 502 });
  // More often than a message is repeated that the server itself can't accept.
  server.answers = [() => undefined, ofProxy, ofProxy, ofProxy, ofProxy, ofProxy];
  // A server that has just started may refuse it at first.
  server.answers.push(() => refuse(503, 'service_unavailable'));
  chat.send('Hello');
  await vi.advanceTimersByTimeAsync(10);
  expect(chat.messages.value[0]).toMatchObject({ status: 'queued', error: { code: 'offline' } });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(chat.messages.value[0]?.status).toBe('complete');
  expect(new Set(server.posts(/messages$/).map(({ body }) => body['clientMessageId'])).size).toBe(1);
});

test('a message waits as long as the server says that its database is away', async () => {
  vi.useFakeTimers();
  const { chat } = start({ transport: 'sse' });
  const away = () => refuse(503, 'service_unavailable', { 'retry-after': '2' });
  server.answers = [() => undefined, ...Array.from({ length: 10 }, () => away)];
  chat.send('Hello');
  await vi.advanceTimersByTimeAsync(15_000);
  expect(chat.messages.value[0]).toMatchObject({ status: 'queued', error: { code: 'service_unavailable' } });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(chat.messages.value[0]?.status).toBe('complete');
});

test('a message that the server has no room for is given up after some attempts', async () => {
  vi.useFakeTimers();
  const { chat } = start({ transport: 'sse' });
  const full = () => refuse(503, 'service_unavailable', { 'retry-after': '60' }, { reason: 'storage_full' });
  server.answers = [() => undefined, ...Array.from({ length: 10 }, () => full)];
  chat.send('Hello');
  await vi.advanceTimersByTimeAsync(200_000);
  expect(chat.messages.value[0]).toMatchObject({ status: 'refused', error: { reason: 'storage_full' } });
});

test.for([
  { header: '120', sentAt: 120_000 },
  // Milliseconds of which a timer of a browser would run at once.
  { header: '99999999999', sentAt: 2_000_000_000 },
  { header: '0', sentAt: 300 },
])('a message waits until a maintenance page with Retry-After: $header asks for it', async ({ header, sentAt }) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { chat } = start({ transport: 'sse' });
  const headers = { 'retry-after': header };
  server.answers = [() => undefined, () => new Response('<h1>Back soon</h1>', { status: 503, headers })];
  chat.send('Hello');
  await vi.advanceTimersByTimeAsync(10);
  expect(chat.messages.value[0]).toMatchObject({ status: 'queued', error: { code: 'offline' } });
  await vi.advanceTimersByTimeAsync(sentAt / 2 - 20);
  expect(server.posts(/messages$/)).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(sentAt / 2 + 100);
  expect(server.posts(/messages$/)).toHaveLength(2);
  expect(chat.messages.value[0]?.status).toBe('complete');
});

test.for([505, 511, 525])(
  'a message refused by what is before the server (%i) does not wait forever',
  async (status) => {
    const { chat } = start();
    server.answers = [() => undefined, () => new Response('<h1>Sign in to this network</h1>', { status })];
    chat.send('Hello');
    await expect
      .poll(() => chat.messages.value[0])
      .toMatchObject({ status: 'refused', error: { code: 'internal_error' } });
  },
);

test('a successful message reconnects the stream immediately, no matter how long it would have waited', async () => {
  vi.useFakeTimers();
  const { chat } = start({ transport: 'sse' });
  const streams = () => server.calls.filter(({ path }) => path.endsWith('/events')).length;
  chat.open();
  chat.send('Before');
  await vi.advanceTimersByTimeAsync(100);
  expect(streams()).toBe(1);
  server.isAway = true;
  server.cut();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(chat.connection.value).toBe('reconnecting');
  server.isAway = false;
  chat.send('After');
  await vi.advanceTimersByTimeAsync(10);
  expect(server.posts(/messages$/)).toHaveLength(2);
  expect(streams()).toBe(2);
  expect(chat.connection.value).toBe('online');
});

test('a limit is counted down, and the message is sent afterwards', async () => {
  const { chat } = start();
  server.answers = [() => undefined, () => refuse(429, 'rate_limit_exceeded', { 'retry-after': '2' })];
  const seconds: number[] = [];
  chat.limitSeconds.subscribe((left) => void seconds.push(left));
  chat.send('Hello');
  await expect.poll(() => seconds.slice(0, 2)).toEqual([0, 2]);
  expect(chat.messages.value[0]?.status).toBe('queued');
  await expect.poll(() => chat.messages.value[0]?.status).toBe('complete');
  expect(server.posts(/messages$/)).toHaveLength(2);
});

test('an expired session is replaced, and the message is sent', async () => {
  const { chat } = start();
  server.answers = [() => undefined, () => refuse(401, 'expired_api_key', {}, { reason: 'session_expired' })];
  chat.send('Hello');
  await expect.poll(() => chat.messages.value[0]?.status).toBe('complete');
  expect(server.posts(/sessions$/)).toHaveLength(2);
});

test('a refused message is shown as refused and can be retried', async () => {
  const { chat } = start();
  server.answers = [() => undefined, () => refuse(400, 'validation_error')];
  chat.send('Hello');
  await expect.poll(() => chat.messages.value[0]?.status).toBe('refused');
  const [message] = chat.messages.value;
  if (message) chat.retry(message);
  await expect.poll(() => chat.messages.value[0]?.status).toBe('complete');
  expect(chat.messages.value).toHaveLength(1);
});

/** Sends a message that the server fails to accept, as on a page that the visitor leaves afterwards. */
async function leaveRefused(content: string): Promise<void> {
  const { chat } = start();
  server.answers = [() => undefined, () => refuse(500, 'internal_error')];
  chat.send(content);
  await expect.poll(() => chat.messages.value[0]?.status).toBe('refused');
  chat.destroy();
}

test('a refused message is shown as refused on the next page, and only sent again by the visitor', async () => {
  await leaveRefused('Hello');
  const { chat } = start();
  chat.open();
  await expect.poll(() => chat.isLoading.value).toBe(false);
  const [refused] = chat.messages.value;
  expect(refused).toMatchObject({ content: 'Hello', status: 'refused', error: { code: 'internal_error' } });
  chat.send('Another');
  await expect.poll(() => chat.messages.value.at(-1)).toMatchObject({ content: 'Another', status: 'complete' });
  expect(server.posts(/messages$/)).toHaveLength(2);
  if (refused) chat.retry(refused);
  await expect.poll(() => chat.messages.value.at(-1)).toMatchObject({ content: 'Hello', status: 'complete' });
  const [first, , again] = server.posts(/messages$/).map(({ body }) => body);
  expect(again).toMatchObject({ content: 'Hello', clientMessageId: first?.['clientMessageId'] });
  expect(server.posts(/messages$/)).toHaveLength(3);
  expect(start().chat.messages.value).toEqual([]);
});

test('a refused message is kept if another tab sends one', async () => {
  const other = start().chat;
  await leaveRefused('Hello');
  // As a browser reports it to its other tabs.
  const [key, newValue] = Object.entries(localStorage).find(([, value]) => value.includes('Hello')) ?? [];
  dispatchEvent(new StorageEvent('storage', { key: key ?? '', newValue: newValue ?? '', storageArea: localStorage }));
  other.send('Another');
  await expect.poll(() => other.messages.value.at(-1)).toMatchObject({ content: 'Another', status: 'complete' });
  expect(start().chat.messages.value).toMatchObject([{ content: 'Hello', status: 'refused' }]);
});

test('a message that is refused again is kept once', async () => {
  await leaveRefused('Hello');
  const { chat } = start();
  // The first two are for the stored session.
  server.answers = [() => undefined, () => undefined, () => refuse(500, 'internal_error')];
  const [refused] = chat.messages.value;
  if (refused) chat.retry(refused);
  await expect.poll(() => server.posts(/messages$/)).toHaveLength(2);
  await expect.poll(() => chat.messages.value[0]?.status).toBe('refused');
  expect(start().chat.messages.value).toMatchObject([{ content: 'Hello', status: 'refused' }]);
});

test('a message that the server has accepted is not kept as refused, although its response was an error', async () => {
  await leaveRefused('Hello');
  server.stored = [makeStored(server.posts(/messages$/)[0]?.body['clientMessageId'])];
  const { chat } = start();
  chat.open();
  await expect.poll(() => chat.messages.value).toMatchObject([{ id: 'msg_1', status: 'complete' }]);
  expect(start().chat.messages.value).toEqual([]);
});

test('a message sent while the consent question is open is sent after consent, once, and stored nowhere before', async () => {
  const { chat, events } = start({ consent: 'required' });
  const sent = vi.fn<(detail: ChatEvents['message-sent']) => void>();
  events.on('message-sent', sent);
  chat.send('Hello');
  chat.send('Are you there?');
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect([server.calls, localStorage.length, sent.mock.calls]).toEqual([[], 0, []]);
  chat.decideConsent('granted');
  await expect
    .poll(() => server.posts(/messages$/).map(({ body }) => body['content']))
    .toEqual(['Hello', 'Are you there?']);
  expect(sent).toHaveBeenCalledTimes(2);
  chat.decideConsent('granted');
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(server.posts(/messages$/)).toHaveLength(2);
});

test('a refusal of consent, or a logout, drops what was sent before', async () => {
  const { chat } = start({ consent: 'required' });
  chat.send('Refused');
  chat.decideConsent('denied');
  chat.decideConsent('granted');
  const { chat: other } = start({ chat: 'other', consent: 'required' });
  other.send('Of the previous person');
  other.logout();
  other.decideConsent('granted');
  other.send('Mine');
  await expect.poll(() => server.posts(/messages$/).map(({ body }) => body['content'])).toEqual(['Mine']);
  expect(chat.messages.value).toEqual([]);
});

test('nothing is sent before consent, and the session contains the consent', async () => {
  const { chat } = start({ consent: 'required' });
  chat.open();
  chat.send('Hello');
  expect(chat.messages.value).toEqual([]);
  chat.decideConsent('granted');
  await expect.poll(() => server.posts(/messages$/)).toHaveLength(1);
  expect(server.posts(/sessions$/)[0]?.body['consent']).toBe('granted');
  expect(start({ consent: 'required' }).chat.consent.value).toBe('granted');
});

test('a later page loads the conversation, and resumes a session in the second half of its lifetime', async () => {
  const first = start().chat;
  first.send('Hello');
  await expect.poll(() => server.posts(/messages$/)).toHaveLength(1);
  server.stored = [makeStored('c1')];
  const { chat } = start();
  server.lifeMs = 1_000;
  chat.open();
  await expect.poll(() => chat.messages.value).toHaveLength(1);
  expect(server.posts(/sessions$/)).toHaveLength(1);
  expect(server.calls.map(({ method, path }) => `${method} ${path}`)).toContain('GET /sessions/ses_1');

  const later = start().chat;
  later.open();
  await expect.poll(() => later.messages.value).toHaveLength(1);
  expect(server.posts(/sessions$/).at(-1)?.body).toMatchObject({ resume: 'tok_1', visitorId: 'vis_1' });
});

test('a new session replaces a stored token that is no longer accepted', async () => {
  start().chat.send('Hello');
  await expect.poll(() => server.posts(/messages$/)).toHaveLength(1);
  const refusal = () => refuse(401, 'expired_api_key');
  server.answers = [refusal, refusal];
  const { chat } = start();
  chat.open();
  await expect.poll(() => server.posts(/sessions$/)).toHaveLength(2);
  expect(server.posts(/sessions$/)[1]?.body).not.toHaveProperty('resume');
  await expect.poll(() => chat.isLoading.value).toBe(false);
  expect(chat.error.value).toBeNull();
});

test('logout and another identity remove everything of the previous visitor', async () => {
  const { chat } = start();
  chat.identify({ userId: 'ann', exp: 1, signature: 'x' });
  chat.open();
  await expect.poll(() => server.posts(/sessions$/)).toHaveLength(1);
  expect(server.posts(/sessions$/)[0]?.body['identity']).toMatchObject({ userId: 'ann' });
  chat.send('Secret of Ann');
  await expect.poll(() => server.posts(/messages$/)).toHaveLength(1);
  chat.identify({ userId: 'bob', exp: 1, signature: 'y' });
  expect(chat.messages.value).toEqual([]);
  await expect.poll(() => server.posts(/sessions$/)).toHaveLength(2);
  expect(server.posts(/sessions$/)[1]?.body).not.toHaveProperty('resume');
  chat.logout();
  expect(localStorage).toHaveLength(0);
  expect(chat.options.value.identity).toBeUndefined();
});

test('an identity in an update identifies the visitor, and an undefined one changes nothing', async () => {
  const { chat } = start();
  const ann = { userId: 'ann', exp: 1, signature: 'x' };
  chat.open();
  chat.update({ identity: ann });
  chat.send('Secret of Ann');
  await expect.poll(() => server.posts(/messages$/)).toHaveLength(1);
  chat.update({ identity: undefined, theme: 'dark' });
  expect(chat.options.value).toMatchObject({ identity: ann, theme: 'dark' });
  const bob = { userId: 'bob', exp: 1, signature: 'y' };
  chat.update({ identity: bob });
  expect(chat.messages.value).toEqual([]);
  const sent = () => server.posts(/sessions$/).map(({ body }) => body['identity']);
  await expect.poll(sent).toEqual([ann, bob]);
});

test('an identity that was refused is replaced by a valid one of the same visitor', async () => {
  const { chat } = start();
  chat.open();
  chat.send('Hello');
  await expect.poll(() => chat.messages.value[0]?.status).toBe('complete');
  const refuseIdentity = () => refuse(401, 'invalid_api_key');
  // The second without the token, which could have been the reason.
  server.answers = [refuseIdentity, refuseIdentity];
  chat.identify({ userId: 'ann', exp: 1, signature: 'expired' });
  await expect.poll(() => chat.error.value?.code).toBe('invalid_api_key');
  const sent = () => server.posts(/sessions$/).map(({ body }) => body['identity']);
  const valid = { userId: 'ann', exp: 2, signature: 'valid' };
  chat.identify(valid);
  await expect.poll(() => sent().at(-1)).toEqual(valid);
  await expect.poll(() => chat.error.value).toBe(null);
  const { length } = sent();
  chat.identify({ ...valid, exp: 3 });
  chat.send('And more');
  await expect.poll(() => chat.messages.value.at(-1)?.status).toBe('complete');
  expect(sent()).toHaveLength(length);
});

test('an identity that has expired is sent once for each message, and a new one continues', async () => {
  const refuseIdentity = () => refuse(401, 'expired_api_key', {}, { reason: 'identity_expired' });
  const { chat } = start();
  chat.identify({ userId: 'ann', exp: 1, signature: 'expired' });
  server.answers = [refuseIdentity, refuseIdentity];
  chat.open();
  await expect.poll(() => chat.error.value?.reason).toBe('identity_expired');
  chat.send('Hello');
  await expect.poll(() => chat.messages.value[0]?.error?.reason).toBe('identity_expired');
  const sent = () => server.posts(/sessions$/).map(({ body }) => body['identity']);
  expect(sent()).toHaveLength(2);

  const valid = { userId: 'ann', exp: 2, signature: 'valid' };
  chat.identify(valid);
  await expect.poll(() => chat.error.value).toBe(null);
  await expect.poll(() => chat.session.current.value).not.toBeNull();
  expect(sent().slice(2)).toEqual([valid]);
  const [refused] = chat.messages.value;
  if (refused) chat.retry(refused);
  await expect.poll(() => chat.messages.value[0]?.status).toBe('complete');
  expect(sent().slice(2)).toEqual([valid]);
});

/** A response that the server holds back; the returned function lets it arrive. */
function holdResponse(data: object): () => Promise<void> {
  const response = new Response(JSON.stringify({ data }));
  const { promise, resolve } = Promise.withResolvers<Response>();
  server.answers.push(() => promise);
  return async () => {
    resolve(response);
    await expect.poll(() => response.bodyUsed).toBe(true);
  };
}

test.for<{ change: string; thread?: string; run(chat: Chat): void }>([
  { change: 'a new conversation', run: (chat) => chat.newThread() },
  { change: 'the logout', run: (chat) => chat.logout() },
  {
    change: 'the choice of another one',
    thread: 'thr_2',
    run: (chat) => chat.openPast({ ...past, title: 'Past', at: timestamp }),
  },
  {
    change: 'the next visitor',
    thread: 'thr_2',
    run: (chat) => chat.identify({ userId: 'bob', exp: 1, signature: 'y' }),
  },
])('earlier messages that arrive after $change are not shown', async ({ thread, run }) => {
  const { chat } = start();
  chat.identify({ userId: 'ann', exp: 1, signature: 'x' });
  chat.open();
  chat.send('Hello');
  await expect.poll(() => chat.messages.value[0]?.status).toBe('complete');
  const respond = holdResponse([{ ...makeStored('c0'), content: 'Secret of Ann' }]);
  const reading = chat.readEarlier();
  await expect.poll(() => server.answers).toEqual([]);
  run(chat);
  await expect.poll(() => chat.session.current.value?.threadId).toBe(thread);
  await respond();
  await reading;
  expect(chat.messages.value).toEqual([]);
});

test('earlier messages are shown before the others', async () => {
  const { chat } = start();
  chat.send('Hello');
  await expect.poll(() => chat.messages.value[0]?.status).toBe('complete');
  server.stored = [{ ...makeStored('c0'), content: 'Earlier' }];
  await chat.readEarlier();
  expect(chat.messages.value.map(({ content }) => content)).toEqual(['Earlier', 'Hello']);
  expect(chat.isLoading.value).toBe(false);
});

test('a page of fewer, but very long messages is not the beginning of the conversation', async () => {
  const { chat } = start();
  chat.send('Hello');
  await expect.poll(() => chat.messages.value[0]?.status).toBe('complete');
  const long = (id: string) => ({ ...makeStored(id), content: '漢'.repeat(32_000) });
  server.stored = Array.from({ length: 11 }, (_, at) => long(`c${at}`));
  await chat.readEarlier();
  expect(chat.hasEarlier.value).toBe(true);
  server.stored = [];
  await chat.readEarlier();
  expect([chat.hasEarlier.value, chat.messages.value.length]).toEqual([false, 12]);
});

test('a message that waited for its session is not sent after the logout', async () => {
  const { chat } = start();
  const respond = holdResponse(past);
  chat.send('Secret of Ann');
  await expect.poll(() => server.answers).toEqual([]);
  chat.logout();
  await respond();
  chat.send('Next');
  await expect.poll(() => server.posts(/messages$/)).not.toEqual([]);
  expect(server.posts(/messages$/).map(({ body }) => body['content'])).toEqual(['Next']);
});

/** A chat with one message of the visitor, whose session the server is about to extend. */
async function reopen(): Promise<{ chat: Chat; message: ChatMessage; respond(): Promise<void> }> {
  const { chat } = start();
  chat.send('Hello');
  await expect.poll(() => chat.messages.value[0]?.status).toBe('complete');
  const [message] = chat.messages.value;
  if (!message) throw new Error('The message is missing.');
  const respond = holdResponse({ ...past, messages: [] });
  chat.identify({ userId: 'ann', exp: 1, signature: 'x' });
  await expect.poll(() => server.answers).toEqual([]);
  return { chat, message, respond };
}

test.for<{ what: string; run(chat: Chat, message: ChatMessage): unknown }>([
  { what: 'an e-mail address', run: (chat) => chat.act('email', { email: 'ann@example.org' }) },
  { what: 'a rating', run: (chat, message) => chat.rate(message, 'down', 'Secret of Ann') },
  { what: 'a regeneration', run: (chat, message) => chat.regenerate(message) },
])('$what that waited for its session is not sent to the next visitor’s', async ({ run }) => {
  const { chat, message, respond } = await reopen();
  const sent = server.calls.length;
  const acting = run(chat, message);
  chat.logout();
  await respond();
  await expect.poll(() => chat.session.current.value?.id).toBe('ses_3');
  if (acting instanceof Promise) expect(await acting).toBe(false);
  chat.send('Next');
  await expect.poll(() => chat.messages.value[0]?.status).toBe('complete');
  const posts = server.calls.slice(sent).filter(({ method }) => method === 'POST');
  expect(posts.map(({ path }) => path)).toEqual(['/sessions', '/sessions/ses_3/messages']);
  expect(chat.error.value).toBeNull();
});

test('an action that waits for the session of the same visitor is sent', async () => {
  const { chat, respond } = await reopen();
  const acting = chat.act('handover');
  await respond();
  expect(await acting).toBe(true);
  expect(server.posts(/handover$/).map(({ path }) => path)).toEqual(['/sessions/ses_9/handover']);
});

test('a file that waited for its session is not uploaded to the next visitor’s', async () => {
  const { chat, respond } = await reopen();
  onTestFinished(() => void vi.restoreAllMocks());
  const open = vi.spyOn(XMLHttpRequest.prototype, 'open');
  const send = vi.spyOn(XMLHttpRequest.prototype, 'send').mockReturnValue();
  chat.uploads.add([new File(['Secret of Ann'], 'ann.pdf', { type: 'application/pdf' })]);
  await expect.poll(() => chat.uploads.list.value[0]?.status).toBe('uploading');
  chat.logout();
  await respond();
  await expect.poll(() => chat.session.current.value?.id).toBe('ses_3');
  chat.uploads.add([new File(['Next'], 'next.pdf', { type: 'application/pdf' })]);
  const names = () => send.mock.calls.map(([body]) => body instanceof FormData && (body.get('file') as File).name);
  await expect.poll(names).toContain('next.pdf');
  expect(names()).toEqual(['next.pdf']);
  expect(open.mock.calls.map(([, url]) => String(url))).toEqual([expect.stringContaining('/ses_3/')]);
});

test('a rejected token ends its own session, and not the one that the visitor has opened since', async () => {
  const { chat } = start();
  chat.send('Hello');
  await expect.poll(() => chat.messages.value[0]?.status).toBe('complete');
  const { promise, resolve } = Promise.withResolvers<Response>();
  server.answers = [() => promise];
  const acting = chat.act('handover');
  await expect.poll(() => server.answers).toEqual([]);
  chat.newThread();
  chat.send('Again');
  await expect.poll(() => chat.messages.value[0]?.status).toBe('complete');
  resolve(refuse(401, 'expired_api_key'));
  expect(await acting).toBe(false);
  expect(chat.session.current.value?.id).toBe('ses_2');

  server.answers = [() => refuse(401, 'expired_api_key')];
  expect(await chat.act('handover')).toBe(false);
  expect(chat.session.current.value).toBeNull();
  expect(chat.error.value?.code).toBe('expired_api_key');
});

test('texts about the page are cut between characters', async () => {
  document.title = 'a'.repeat(499) + '😀';
  const url = 'https://example.org/' + 'b'.repeat(1_979);
  const { chat } = start({ page: { url: url + '😀' } });
  chat.send('Hello');
  await expect.poll(() => server.posts(/messages$/)).toHaveLength(1);
  document.title = '';
  expect(server.posts(/sessions$/)[0]?.body['pageUrl']).toBe(url);
  expect(server.posts(/messages$/)[0]?.body['page']).toEqual({ url, title: 'a'.repeat(499) });
});

test('a rating that fails is taken back and reported', async () => {
  const { chat } = start();
  chat.send('Hello');
  await expect.poll(() => chat.messages.value[0]?.status).toBe('complete');
  const [message] = chat.messages.value;
  if (message) chat.rate(message, 'up', '');
  expect(chat.messages.value[0]?.feedback).toEqual({ rating: 'up' });
  await expect.poll(() => server.posts(/feedback$/).map(({ body }) => body)).toEqual([{ rating: 'up' }]);
  expect(chat.messages.value[0]?.feedback).toEqual({ rating: 'up' });

  server.answers = [() => refuse(500, 'internal_error')];
  if (message) chat.rate(message, 'down', 'Wrong');
  expect(chat.messages.value[0]?.feedback).toEqual({ rating: 'down', comment: 'Wrong' });
  await expect.poll(() => chat.messages.value[0]?.feedback).toBeNull();
  expect(chat.error.value?.code).toBe('internal_error');
});

test('a new conversation moves the previous one to the history', async () => {
  const { chat } = start();
  chat.send('First question');
  await expect.poll(() => chat.messages.value[0]?.status).toBe('complete');
  chat.newThread();
  expect(chat.messages.value).toEqual([]);
  expect(chat.history.list.value).toMatchObject([{ id: 'ses_1', title: 'First question' }]);
  chat.send('Second');
  await expect.poll(() => server.posts(/sessions$/)).toHaveLength(2);
  expect(server.posts(/sessions$/)[1]?.body).toMatchObject({ newThread: true, visitorId: 'vis_1' });
  const [past] = chat.history.list.value;
  if (past) chat.openPast(past);
  await expect.poll(() => server.posts(/sessions$/).at(-1)?.body['resume']).toBe('tok_1');
});

test('forgetting deletes the data on the server and here', async () => {
  const { chat } = start();
  chat.send('Hello');
  await expect.poll(() => chat.messages.value[0]?.status).toBe('complete');
  await chat.forget();
  expect(server.calls.at(-1)).toMatchObject({ method: 'DELETE', path: '/sessions/ses_1' });
  expect(localStorage).toHaveLength(0);
  expect(chat.messages.value).toEqual([]);
});

test('forgetting leaves the next person alone, who was identified meanwhile', async () => {
  const { chat } = start({ identity: { userId: 'ana', exp: 1, signature: 'a' } });
  chat.send('Hello');
  await expect.poll(() => chat.messages.value[0]?.status).toBe('complete');
  const forgotten = chat.forget();
  chat.identify({ userId: 'ben', exp: 1, signature: 'b' });
  await forgotten;
  expect(server.calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
  chat.send('I am Ben');
  await expect.poll(() => server.posts(/sessions$/).at(-1)?.body['identity']).toMatchObject({ userId: 'ben' });
});

test('another tab’s logout and new conversation are followed', async () => {
  const { chat } = start();
  chat.open();
  chat.send('Hello');
  await expect.poll(() => chat.messages.value[0]?.status).toBe('complete');
  localStorage.removeItem('portico:demo');
  dispatchEvent(new StorageEvent('storage', { key: 'portico:demo', newValue: null, storageArea: localStorage }));
  expect(chat.messages.value).toEqual([]);
});

test('two chats of one interface on a page show one conversation, and a logout ends it in both', async () => {
  const [first, second] = [start().chat, start().chat];
  first.open();
  second.open();
  first.send('Hello');
  await expect.poll(() => first.messages.value[0]?.status).toBe('complete');
  await expect.poll(() => second.session.current.value?.threadId).toBe('thr_1');
  second.send('And more');
  await expect.poll(() => second.messages.value.at(-1)?.status).toBe('complete');
  expect(server.posts(/messages$/).map(({ path }) => path)).toEqual(
    Array.from({ length: 2 }, () => '/sessions/ses_1/messages'),
  );
  second.logout();
  await expect.poll(() => [first, second].map(({ messages }) => messages.value.length)).toEqual([0, 0]);
  expect(localStorage).toHaveLength(0);
});

test('nothing is sent of a text in which nothing is visible', async () => {
  const { chat } = start();
  for (const text of ['', ' ', '\u{200B}', ' \u{2060}\n']) chat.send(text);
  expect(chat.messages.value).toEqual([]);
  chat.send('\u{200B}Hello');
  await expect.poll(() => server.posts(/messages$/).map(({ body }) => body['content'])).toEqual(['\u{200B}Hello']);
});
