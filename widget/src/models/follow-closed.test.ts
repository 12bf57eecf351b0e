import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createChatServer, makeFace, refuse } from '../testing/chat-server.ts';
import type { ChatServer } from '../testing/chat-server.ts';
import type { ChatEvents } from '../types.ts';
import { createChat } from './create-chat.ts';
import { createEmitter } from './emitter.ts';
import { followClosed } from './follow-closed.ts';

const host = 'https://portico.invalid';
const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
let server: ChatServer;
let stops: (() => void)[] = [];

const makeReply = (id: string, createdAt: string) => ({
  id,
  threadId: 'thr_1',
  role: 'assistant',
  content: 'An answer',
  status: 'complete',
  toolCalls: null,
  citations: [],
  attachments: [],
  feedback: null,
  clientMessageId: null,
  replacedBy: null,
  followUps: [],
  createdAt,
});

/** Opens the site's next page with this record in the browser, and a closed panel. */
function visit(record: object) {
  localStorage.setItem('portico:demo', JSON.stringify(record));
  const events = createEmitter<ChatEvents>();
  const unread = vi.fn<(detail: ChatEvents['unread']) => void>();
  events.on('unread', unread);
  const chat = createChat({ chat: 'demo', host }, makeFace(), events);
  stops.push(followClosed(chat, host), () => chat.destroy());
  return { chat, unread };
}

const session = { id: 'ses_1', token: 'tok_1', threadId: 'thr_1', expiresAt: '2999-01-01T00:00:00.000Z' };
const paths = () => server.calls.map(({ method, path }) => `${method} ${path}`);

beforeEach(() => {
  vi.stubGlobal('requestIdleCallback', (task: () => void) => setTimeout(task));
  vi.stubGlobal('cancelIdleCallback', clearTimeout);
  server = createChatServer(makeFace());
});
afterEach(() => {
  for (const stop of stops.splice(0).toReversed()) stop();
  vi.unstubAllGlobals();
});

test('counts what came since the visitor last saw the conversation, and what comes', async () => {
  server.stored = [makeReply('msg_1', at(1)), makeReply('msg_2', at(2)), makeReply('msg_3', at(3))];
  const { chat, unread } = visit({ session, lastEventId: '1', seen: { at: Date.now(), upTo: at(1) } });
  await expect.poll(() => unread.mock.lastCall).toEqual([{ id: 'demo', count: 2 }]);
  await expect.poll(() => paths().some((path) => path.endsWith('/events'))).toBe(true);
  const author = { type: 'member', name: 'Ada', avatar_url: null };
  const message = {
    ...makeReply('msg_4', at(4)),
    thread_id: 'thr_1',
    client_message_id: null,
    replaced_by: null,
    follow_ups: [],
    outcome: null,
    author,
    created_at: at(4),
  };
  server.send(2, 'message:created', { message, timestamp: at(4) });
  await expect.poll(() => unread.mock.lastCall).toEqual([{ id: 'demo', count: 3 }]);
  chat.open();
  expect(unread.mock.lastCall).toEqual([{ id: 'demo', count: 0 }]);
  // The site's next page knows that they were seen.
  await expect
    .poll(() => JSON.parse(localStorage.getItem('portico:demo') ?? '{}') as object)
    .toMatchObject({ seen: { upTo: at(4) } });
});

test.each([
  ['that nobody has seen for days', () => undefined, { at: Date.now() - 200_000_000, upTo: at(1) }],
  ['whose session is unknown', () => refuse(401, 'invalid_api_key'), { at: Date.now(), upTo: at(1) }],
])('a conversation %s is read once, and connects to nothing', async (_, answer, seen) => {
  server.answers = [answer];
  const { chat } = visit({ session, lastEventId: '1', seen });
  await expect.poll(paths).toEqual(['GET /sessions/ses_1']);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(paths()).toHaveLength(1);
  expect(chat.session.current.peek()).toBeNull();
});

test('a visitor without a session causes no request', async () => {
  visit({ draft: 'Hello' });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(paths()).toEqual([]);
});
