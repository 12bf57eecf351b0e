import type { SendChatMessage } from '@portico/shared-types/api/public-chat';
import type { ChatApi } from '../transport/api.ts';
import { isIdentityRefused, pauseAfter, RequestError, toChatError } from '../transport/errors.ts';
import type { ChatMessage } from '../types.ts';
import type { Limit } from './limit.ts';
import type { Session } from './session.ts';
import type { ChatStorage, OutboxItem } from './storage.ts';

export interface Outbox {
  add(item: OutboxItem): void;
  /** Sends waiting messages one after the other; called when a connection is restored or a limit ends. */
  flush(): Promise<void>;
  /** Removes refused messages that the server has accepted nevertheless. */
  settle(messages: readonly { clientMessageId: string | null }[]): void;
  clear(): void;
}

export interface OutboxOptions {
  api: ChatApi;
  session: Session;
  storage: ChatStorage;
  limit: Limit;
  /** The page that the visitor is on. */
  readPage(): SendChatMessage['page'];
  onStatus(clientMessageId: string, change: Pick<ChatMessage, 'status' | 'error'>): void;
}

const TRIES = 3;

/**
 * Messages to be sent to the server. Each keeps its client id through every attempt, and the server accepts a client id
 * once (docs/reference/public-chat.md#messages), so a message whose response was lost can be sent again. A refused message
 * is kept for the next page, too.
 */
export function createOutbox(options: OutboxOptions): Outbox {
  const { api, session, storage, limit, onStatus } = options;
  let items: OutboxItem[] = storage.read().outbox ?? [];
  let isFlushing = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Attempts that failed in a row, and those of them in which the server was reached. */
  let failures = 0;
  let refusals = 0;

  /** Changes the items of this tab and the stored ones, among which another tab may have its own. */
  function change(by: (all: OutboxItem[]) => OutboxItem[]): void {
    items = by(items);
    storage.update({ outbox: by(storage.read().outbox ?? []) });
  }

  /** Puts others in the place of this item. */
  const replace = ({ clientMessageId }: OutboxItem, ...others: OutboxItem[]) =>
    change((all) => all.flatMap((item) => (item.clientMessageId === clientMessageId ? others : item)));

  const findNext = () => items.find(({ error }) => !error);

  async function sendItem(item: OutboxItem): Promise<void> {
    const current = await session.ensure();
    // The visitor or the conversation may have changed in the meantime.
    if (!items.includes(item)) return;
    const attachments = item.attachments.map(({ fileId }) => fileId);
    await api.sendMessage(current, {
      content: item.content,
      clientMessageId: item.clientMessageId,
      page: options.readPage(),
      attachments: attachments.length > 0 ? attachments : undefined,
    });
  }

  /** Whether the item stays queued and how long until the next attempt, in ms; null gives it up. */
  function judge(error: unknown): number | null {
    failures += 1;
    if (!(error instanceof RequestError)) return null;
    // A server that is away, or without its database, has refused nothing; one without space gives a reason.
    const isAway = error.code === 'offline' || (error.retryAfter && !error.details.reason);
    if (!isAway && ++refusals > TRIES) return null;
    // A new session replaces an expired one; a refused identity would be refused again.
    if (error.status === 401) return isIdentityRefused(error.details) ? null : 0;
    return isAway || error.status === 503 ? pauseAfter(error, failures) : null;
  }

  async function flush(): Promise<void> {
    clearTimeout(timer);
    if (isFlushing || limit.seconds.peek() > 0) return;
    isFlushing = true;
    for (let item = findNext(); item; item = findNext()) {
      onStatus(item.clientMessageId, { status: 'sending', error: null });
      try {
        await sendItem(item);
        failures = refusals = 0;
        replace(item);
        onStatus(item.clientMessageId, { status: 'complete', error: null });
      } catch (failure) {
        if (!items.includes(item)) continue;
        const error = toChatError(failure);
        if (failure instanceof RequestError && failure.status === 429) {
          onStatus(item.clientMessageId, { status: 'queued', error });
          limit.start(failure, 30, () => void flush());
          break;
        }
        const wait = judge(failure);
        if (wait === 0) continue;
        if (wait !== null) {
          onStatus(item.clientMessageId, { status: 'queued', error });
          timer = setTimeout(() => void flush(), wait);
          break;
        }
        failures = refusals = 0;
        replace(item, { ...item, error });
        onStatus(item.clientMessageId, { status: 'refused', error });
      }
    }
    isFlushing = false;
  }

  return {
    flush,
    add(item) {
      replace(item);
      change((all) => [...all, item]);
      void flush();
    },
    settle(messages) {
      const accepted = new Set(messages.map(({ clientMessageId }) => clientMessageId));
      for (const item of items) if (item.error && accepted.has(item.clientMessageId)) replace(item);
    },
    clear() {
      clearTimeout(timer);
      items = [];
    },
  };
}
