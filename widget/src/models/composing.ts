import type { ReadonlySignal } from '@preact/signals';
import { createId } from '@portico/shared-types/rules/create-id';
import { isInvisible } from '@portico/shared-types/rules/read-field-value';
import type { ChatApi } from '../transport/api.ts';
import type { ChatMessage, LiveOptions } from '../types.ts';
import type { Chat } from './chat.ts';
import type { Consent } from './consent.ts';
import { readPage } from './describe-visit.ts';
import type { Faults } from './faults.ts';
import type { Limit } from './limit.ts';
import { createOutbox } from './outbox.ts';
import type { Outbox } from './outbox.ts';
import { isOptimistic } from './reduce-thread.ts';
import type { Session } from './session.ts';
import type { ChatStorage, OutboxItem } from './storage.ts';
import type { Thread } from './thread.ts';
import type { Uploads } from './uploads.ts';

export interface ComposingOptions {
  api: ChatApi;
  session: Session;
  storage: ChatStorage;
  limit: Limit;
  thread: Thread;
  faults: Faults;
  uploads: Uploads;
  options: ReadonlySignal<LiveOptions>;
  consent: Consent;
  replies: Pick<Chat, 'regenerate'>;
  onSent(message: ChatMessage): void;
}

export interface Composing extends Pick<Chat, 'send' | 'retry'> {
  readonly outbox: Outbox;
  /** Whether a message was sent by this page, and not by another tab; by its client id. */
  isOwn(clientMessageId: string): boolean;
  /** Shows messages that the previous page could not send, and sends those that were not refused. */
  restore(): void;
}

/** Messages of the visitor: shown immediately, and sent through the outbox. */
export function createComposing(given: ComposingOptions): Composing {
  const { api, session, storage, limit, thread, faults, uploads, options, consent, replies, onSent } = given;
  const own = new Set<string>();
  /** Messages of the page that wait for the visitor's consent; they are stored nowhere. */
  const early: string[] = [];
  const outbox = createOutbox({
    api,
    session,
    storage,
    limit,
    readPage: () => readPage(options.peek().page),
    onStatus(clientMessageId, change) {
      own.add(clientMessageId);
      thread.change((messages) =>
        messages.map((message) =>
          isOptimistic(message) && message.id === clientMessageId ? { ...message, ...change } : message,
        ),
      );
      if (change.error && change.error.code !== 'offline') faults.report(change.error);
    },
  });

  function post(item: OutboxItem): void {
    thread.change((messages) => [...messages, toOptimistic(item)]);
    outbox.add(item);
  }

  function send(text: string): void {
    if (consent.state.peek() === 'needed') return void early.push(text);
    const attachments = uploads.take();
    const content = isInvisible(text) ? attachments.map(({ fileName }) => fileName).join(', ') : text.trim();
    if (!content || consent.state.peek() !== 'granted') return;
    const item = { clientMessageId: createId(), content, attachments, createdAt: new Date().toISOString() };
    post(item);
    onSent(toOptimistic(item));
  }

  // A refusal drops them.
  consent.state.subscribe((state) => {
    if (state !== 'needed') for (const text of early.splice(0)) send(text);
  });

  return {
    outbox,
    send,
    isOwn: (clientMessageId) => own.has(clientMessageId),
    restore() {
      const waiting = storage.read().outbox ?? [];
      thread.change(() => waiting.map(toOptimistic));
      if (consent.state.peek() === 'granted') void outbox.flush();
    },
    retry(message) {
      const { clientMessageId, content, attachments, createdAt } = message;
      if (message.role === 'assistant') replies.regenerate(message);
      if (message.status !== 'refused' || clientMessageId === null) return;
      thread.change((messages) => messages.filter((other) => other !== message));
      post({ clientMessageId, content, attachments, createdAt });
    },
  };
}

/** The message as shown before the server has accepted it. */
export function toOptimistic(item: OutboxItem): ChatMessage {
  return {
    id: item.clientMessageId,
    role: 'user',
    content: item.content,
    status: item.error ? 'refused' : 'queued',
    error: item.error ?? null,
    citations: [],
    attachments: item.attachments,
    tools: [],
    feedback: null,
    clientMessageId: item.clientMessageId,
    createdAt: item.createdAt,
  };
}
