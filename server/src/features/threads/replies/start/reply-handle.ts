import type { Message } from '@portico/shared-types';
import { ApiError, notFound, unavailable } from '../../../../platform/errors.ts';
import { type EventRecord, parseEvent } from '../../../../platform/event-log.ts';
import { isDisconnect } from '../../../../platform/http/disconnect-signal.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { findMessage, type MessageRow } from '../../messages/messages.sql.ts';
import { parseMessage, presentMessage } from '../../messages/present-message.ts';

/**
 * A reply that the server is writing or has written; the handle only observes it. While a person answers in the thread,
 * there is no reply: `messageId` is null, and the events are those of the question.
 */
export interface ReplyHandle {
  readonly threadId: string;
  /** The assistant message; null if the agent is silent. */
  readonly messageId: string | null;
  readonly userMessageId: string;
  /**
   * The events of this reply with their ids, from its question's `message:created` to its end; only those after
   * `lastEventId`, if the client has seen some.
   */
  events(signal: AbortSignal, lastEventId?: number | null): AsyncGenerator<EventRecord, void, undefined>;
  /**
   * The whole message once it is complete or cancelled; null if the agent is silent, or a person took over before any
   * of it was shown. Throws 500 execution_failed with the message's id or 503 service_unavailable
   * (docs/reference/threads.md#sending-a-message), and 404 if the thread is deleted meanwhile.
   */
  finished(signal: AbortSignal): Promise<Message | null>;
}

export interface WatchedReply {
  readonly workspaceId: string;
  readonly threadId: string;
  /** Null if the agent is silent. */
  readonly messageId: string | null;
  readonly userMessageId: string;
  /** The thread's event before the first one of this reply. */
  readonly after: number;
  /** The first events after that one, if they have just been published. */
  readonly known?: readonly EventRecord[];
}

const ends = new Set(['message:completed', 'message:failed', 'message:cancelled']);
const taken = 'conversation:status';

/** Creates the handle of a reply. */
export function watchReply(platform: Platform, reply: WatchedReply): ReplyHandle {
  const { threadId, messageId, userMessageId } = reply;
  // The beginnings of the events of this reply (the keys of an event are written in the given order).
  const question = `{"message":{"id":"${userMessageId}"`;
  const beginnings = [`{"message_id":"${messageId}"`, `{"id":"${messageId}"`, question];
  const isOwn = ({ text }: EventRecord): boolean => beginnings.some((beginning) => text.startsWith(beginning));
  const events: ReplyHandle['events'] = async function* (signal, lastEventId = null) {
    const { sql } = platform.database;
    const seen = lastEventId === null ? 0 : Math.min(lastEventId, await platform.events.lastId(sql, threadId));
    for await (const record of platform.events.read(threadId, reply.after, signal, reply.known)) {
      const isTaken = messageId !== null && record.event === taken && isTakenOver(record);
      if (!isTaken && !isOwn(record)) continue;
      if (record.id > seen) yield record;
      if (isTaken || messageId === null || ends.has(record.event)) return;
    }
  };
  return {
    threadId,
    messageId,
    userMessageId,
    events,
    finished: async (signal) => {
      if (messageId === null) return null;
      for await (const record of events(signal)) {
        if (record.event === 'message:completed') return parseMessage(JSON.parse(record.text));
        if (ends.has(record.event)) break;
        if (record.event === taken) return null;
      }
      const row = await findMessage(platform.database.sql, reply.workspaceId, threadId, messageId);
      if (row === undefined) throw notFound('thread', threadId);
      // The reply is still being written, and continues without this client.
      if (row.status === 'streaming' && isDisconnect(signal.reason)) signal.throwIfAborted();
      return readEnd(row);
    },
  };
}

/** A takeover ends every open reply, and replies that ended earlier are complete by then. */
function isTakenOver(record: EventRecord): boolean {
  return parseEvent(record)['status'] === 'human';
}

function readEnd(row: MessageRow): Message {
  if (row.status === 'streaming')
    throw unavailable('The server is stopping. The reply is continued once it is back.', 2);
  if (row.error === null) return presentMessage(row);
  const { code, message, retry_after: retryAfter } = row.error;
  const details = { ...row.error.details, message_id: row.id };
  throw new ApiError(code, message, details, retryAfter === undefined ? {} : { retryAfter });
}
