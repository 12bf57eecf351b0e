import { Message } from '@portico/shared-types';
import { ApiError, notFound, unavailable } from '../../platform/errors.ts';
import type { EventRecord } from '../../platform/event-log.ts';
import type { Platform } from '../../platform/platform.ts';
import { findMessage, type MessageRow } from './messages.sql.ts';
import { presentMessage } from './present-message.ts';
import { readWhileThere } from './thread-events.ts';

/** A reply that the server is writing, or has written; who holds this only watches. */
export interface ReplyHandle {
  readonly threadId: string;
  /** The assistant message. */
  readonly messageId: string;
  readonly userMessageId: string;
  /** The events of this reply with their ids, from its question's `message:created` to its end. */
  events(signal: AbortSignal): AsyncGenerator<EventRecord, void, undefined>;
  /**
   * The whole message once it is complete or cancelled. Throws 500 execution_failed with the message's id or
   * 503 service_unavailable (contract section 2), and 404 where the thread goes meanwhile.
   */
  finished(signal: AbortSignal): Promise<Message>;
}

export interface WatchedReply {
  readonly workspaceId: string;
  readonly threadId: string;
  readonly messageId: string;
  readonly userMessageId: string;
  /** The thread's event before the first one of this reply. */
  readonly after: number;
  /** The first events after that, where they have just been published. */
  readonly known?: readonly EventRecord[];
}

const ends = new Set(['message:completed', 'message:failed', 'message:cancelled']);

/** Makes the handle of a reply. */
export function watchReply(platform: Platform, reply: WatchedReply): ReplyHandle {
  const { threadId, messageId, userMessageId } = reply;
  // How the events that belong here begin (an event is written with its keys in the order in which they were given).
  const beginnings = [`{"message_id":"${messageId}"`, `{"id":"${messageId}"`, `{"message":{"id":"${userMessageId}"`];
  const events: ReplyHandle['events'] = async function* (signal) {
    for await (const record of readWhileThere(platform, reply, signal)) {
      if (!beginnings.some((beginning) => record.text.startsWith(beginning))) continue;
      yield record;
      if (ends.has(record.event)) return;
    }
  };
  return {
    threadId,
    messageId,
    userMessageId,
    events,
    finished: async (signal) => {
      for await (const record of events(signal)) {
        if (record.event === 'message:completed') return Message.parse(JSON.parse(record.text));
        if (ends.has(record.event)) break;
      }
      const row = await findMessage(platform.database.sql, reply.workspaceId, threadId, messageId);
      if (row === undefined) throw notFound('thread', threadId);
      return readEnd(row);
    },
  };
}

function readEnd(row: MessageRow): Message {
  if (row.status === 'streaming')
    throw unavailable('The server is stopping. The reply is continued once it is back.', 2);
  if (row.error === null) return presentMessage(row);
  const { code, message, retry_after: retryAfter } = row.error;
  const details = { ...row.error.details, message_id: row.id };
  throw new ApiError(code, message, details, retryAfter === undefined ? {} : { retryAfter });
}
