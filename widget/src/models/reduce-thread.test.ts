import type { ThreadEvent } from '@portico/shared-types/events';
import { expect, test } from 'vitest';
import type { ChatMessage } from '../types.ts';
import { reduceThread } from './reduce-thread.ts';
import { toOptimistic } from './composing.ts';

const timestamp = '2026-01-01T00:00:00.000Z';

const wire = (id: string, role: 'user' | 'assistant', content: string, clientMessageId: string | null = null) => ({
  id,
  thread_id: 'thr_1',
  role,
  content,
  status: 'complete' as const,
  author: { type: role === 'user' ? ('visitor' as const) : ('agent' as const), id: null, name: null, avatar_url: null },
  tool_calls: null,
  citations: [],
  attachments: [],
  feedback: null,
  client_message_id: clientMessageId,
  replaced_by: null,
  follow_ups: [],
  outcome: null,
  created_at: timestamp,
});

const created = (id: string, content: string, client: string | null = null): ThreadEvent => ({
  event: 'message:created',
  data: { message: wire(id, 'user', content, client), timestamp },
});
const started = (id: string, asked: string): ThreadEvent => ({
  event: 'message:started',
  data: { thread_id: 'thr_1', message_id: id, user_message_id: asked, timestamp },
});
const delta = (id: string, content: string): ThreadEvent => ({
  event: 'message:delta',
  data: { message_id: id, content, timestamp },
});
const completed = (id: string, content: string): ThreadEvent => ({
  event: 'message:completed',
  data: { ...wire(id, 'assistant', content), timestamp },
});

const reply = [
  created('msg_1', 'Hi'),
  started('msg_2', 'msg_1'),
  delta('msg_2', 'Hel'),
  delta('msg_2', 'lo'),
  completed('msg_2', 'Hello'),
];
const apply = (events: readonly ThreadEvent[], from: readonly ChatMessage[] = []) => events.reduce(reduceThread, from);
const told = (messages: readonly ChatMessage[]) => messages.map(({ role, content, status }) => [role, content, status]);

test('builds a reply from its events', () => {
  expect(told(apply(reply))).toEqual([
    ['user', 'Hi', 'complete'],
    ['assistant', 'Hello', 'complete'],
  ]);
});

test('gives the same result if any part of the events is repeated from the start', () => {
  for (let seen = 0; seen <= reply.length; seen += 1) {
    expect(told(apply(reply, apply(reply.slice(0, seen)))), `after ${seen}`).toEqual(told(apply(reply)));
  }
});

test('replaces the message that was shown before the server had accepted it', () => {
  const own = toOptimistic({ clientMessageId: 'c1', content: 'Hi', attachments: [], createdAt: timestamp });
  const messages = apply([created('msg_1', 'Hi', 'c1')], [own]);
  expect(messages).toHaveLength(1);
  expect(messages[0]).toMatchObject({ id: 'msg_1', status: 'complete' });
});

test('keeps a waiting message after the reply in progress', () => {
  const own = toOptimistic({ clientMessageId: 'c2', content: 'And?', attachments: [], createdAt: timestamp });
  const messages = apply(reply.slice(1), [...apply(reply.slice(0, 1)), own]);
  expect(messages.map(({ content }) => content)).toEqual(['Hi', 'Hello', 'And?']);
});

test('a regenerated reply replaces the previous one, even if the events of both are repeated', () => {
  const again = [started('msg_3', 'msg_1'), delta('msg_3', 'Better'), completed('msg_3', 'Better')];
  const once = apply([...reply, ...again]);
  expect(told(once)).toEqual([
    ['user', 'Hi', 'complete'],
    ['assistant', 'Better', 'complete'],
  ]);
  expect(told(apply([...reply, ...again], once))).toEqual(told(once));
});

test('an ended reply gets no further text', () => {
  expect(told(apply([delta('msg_2', '!!')], apply(reply)))).toEqual(told(apply(reply)));
});

test('never shows an internal message, and ignores unknown events', () => {
  const internal = {
    event: 'message:created',
    data: { message: { ...wire('msg_9', 'user', 'x'), role: 'system' }, timestamp },
  };
  expect(reduceThread([], internal as unknown as ThreadEvent)).toEqual([]);
  expect(reduceThread([], { event: 'message:later', data: {} } as unknown as ThreadEvent)).toEqual([]);
});

test('keeps tools, citations, failures and cancellations', () => {
  const citation = {
    chunk_id: 'chk_1',
    document_id: 'doc_1',
    document_name: 'A.pdf',
    title: 'A',
    url: null,
    heading: null,
    score: 0.9,
    quote: 'q',
  };
  const events: ThreadEvent[] = [
    ...reply.slice(0, 3),
    {
      event: 'message:tool_call',
      data: { message_id: 'msg_2', id: 'call_1', name: 'look_up', arguments: {}, timestamp },
    },
    {
      event: 'message:tool_result',
      data: { message_id: 'msg_2', id: 'call_1', name: 'look_up', ok: false, duration_ms: 1, timestamp },
    },
    { event: 'message:citation', data: { message_id: 'msg_2', ...citation, timestamp } },
    { event: 'message:citation', data: { message_id: 'msg_2', ...citation, timestamp } },
  ];
  const message = apply(events)[1];
  expect(message?.tools).toEqual([{ id: 'call_1', name: 'look_up', ok: false }]);
  expect(message?.citations).toHaveLength(1);
  const failed = apply([
    ...events,
    { event: 'message:failed', data: { message_id: 'msg_2', error: { code: 'x', message: '' }, timestamp } },
  ]);
  expect(failed[1]).toMatchObject({ status: 'failed', error: { code: 'x' } });
  const stopped = apply([
    ...events,
    { event: 'message:cancelled', data: { message_id: 'msg_2', content: 'Hel', timestamp } },
  ]);
  expect(stopped[1]).toMatchObject({ status: 'cancelled', content: 'Hel' });
});

test('a tool whose result this page has missed was used by a reply that is complete', () => {
  const call = { id: 'call_1', name: 'look_up', arguments: {} };
  const message = apply([
    ...reply.slice(0, 3),
    { event: 'message:tool_call', data: { message_id: 'msg_2', ...call, timestamp } },
    { event: 'message:completed', data: { ...wire('msg_2', 'assistant', 'Hello'), tool_calls: [call], timestamp } },
  ])[1];
  expect(message?.tools).toEqual([{ id: 'call_1', name: 'look_up', ok: true }]);
});

const person = (id: string, content: string): ThreadEvent => ({
  event: 'message:created',
  data: {
    message: {
      ...wire(id, 'assistant', content),
      author: { type: 'member', id: 'mem_1', name: 'Ada', avatar_url: '/ada.png' },
    },
    timestamp,
  },
});
const status = (next: 'human' | 'bot'): ThreadEvent => ({
  event: 'conversation:status',
  data: { status: next, assignee: null, available: true, timestamp },
});

test('keeps a person’s messages between replies, before and after them', () => {
  const events = [...reply, person('msg_3', 'I am Ada.'), person('msg_4', 'Here it is.')];
  const messages = apply(events);
  expect(messages.map(({ content }) => content)).toEqual(['Hi', 'Hello', 'I am Ada.', 'Here it is.']);
  expect(messages.at(-1)?.author).toEqual({ type: 'member', name: 'Ada', avatarUrl: '/ada.png' });
  // The same events again, as after a reconnection.
  expect(apply(events, messages).map(({ id }) => id)).toEqual(['msg_1', 'msg_2', 'msg_3', 'msg_4']);
  // A regenerated reply replaces the earlier reply, not the person's message.
  expect(apply([started('msg_5', 'msg_1')], messages).map(({ id }) => id)).toEqual([
    'msg_1',
    'msg_3',
    'msg_4',
    'msg_5',
  ]);
});

test('drops a reply that a person interrupted before its first word', () => {
  const events = [created('msg_1', 'Hi'), started('msg_2', 'msg_1'), status('human'), person('msg_3', 'I am Ada.')];
  expect(apply(events).map(({ id }) => id)).toEqual(['msg_1', 'msg_3']);
});
