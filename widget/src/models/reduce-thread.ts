import type { ThreadEvent } from '@portico/shared-types/events';
import { readCitation, readEventMessage } from '../transport/wire.ts';
import type { ChatMessage } from '../types.ts';

/**
 * The thread after one event. Events may be repeated after a resume, for messages that were loaded in the meantime: an
 * ended message doesn't change, and one that starts again starts empty, so no text is duplicated.
 */
export function reduceThread(messages: readonly ChatMessage[], event: ThreadEvent): readonly ChatMessage[] {
  switch (event.event) {
    case 'message:created': {
      const message = readEventMessage(event.data.message);
      return message ? upsert(messages, message) : messages;
    }
    case 'message:started':
      return startReply(messages, event.data.message_id, event.data.user_message_id, event.data.timestamp);
    case 'message:delta':
      return change(messages, event.data.message_id, ({ content }) => ({ content: content + event.data.content }));
    case 'message:tool_call':
      return change(messages, event.data.message_id, ({ tools }) => ({
        tools: [
          ...tools.filter(({ id }) => id !== event.data.id),
          { id: event.data.id, name: event.data.name, ok: null },
        ],
      }));
    case 'message:tool_result':
      return change(messages, event.data.message_id, ({ tools }) => ({
        tools: tools.map((tool) => (tool.id === event.data.id ? { ...tool, ok: event.data.ok } : tool)),
      }));
    case 'message:citation':
      return change(messages, event.data.message_id, ({ citations }) => {
        const citation = readCitation(event.data);
        return { citations: [...citations.filter(({ chunkId }) => chunkId !== citation.chunkId), citation] };
      });
    case 'message:completed': {
      const message = readEventMessage(event.data);
      return message ? upsert(messages, message) : messages;
    }
    case 'message:failed':
      return change(messages, event.data.message_id, () => ({ status: 'failed', error: event.data.error }));
    case 'message:cancelled':
      return change(messages, event.data.message_id, () => ({ status: 'cancelled', content: event.data.content }));
    case 'conversation:status':
      // A reply that a person interrupted before its first word was removed.
      return event.data.status === 'human' ? messages.filter(({ status }) => status !== 'streaming') : messages;
    default:
      return messages;
  }
}

/** Whether only the client's own copy of a message exists yet. */
export function isOptimistic(message: ChatMessage): boolean {
  return message.id === message.clientMessageId;
}

/** Whether the agent wrote it, and not the visitor, a person of the team or the server. */
function isReply({ role, author }: ChatMessage): boolean {
  return role === 'assistant' && (author === undefined || author.type === 'agent');
}

function change(
  messages: readonly ChatMessage[],
  id: string,
  next: (message: ChatMessage) => Partial<ChatMessage>,
): readonly ChatMessage[] {
  return messages.map((message) =>
    message.id === id && message.status === 'streaming' ? { ...message, ...next(message) } : message,
  );
}

function upsert(messages: readonly ChatMessage[], message: ChatMessage): readonly ChatMessage[] {
  const isSame = (other: ChatMessage) =>
    other.id === message.id ||
    (message.clientMessageId !== null &&
      other.role === message.role &&
      other.clientMessageId === message.clientMessageId);
  if (!messages.some(isSame)) return insert(messages, message);
  return messages.map((other) => {
    if (!isSame(other)) return other;
    // Tool results are known only from the stream, feedback possibly only from here.
    const tools = message.tools.map((tool) => other.tools.find(({ id, ok }) => id === tool.id && ok !== null) ?? tool);
    return { ...message, tools, feedback: message.feedback ?? other.feedback };
  });
}

function startReply(
  messages: readonly ChatMessage[],
  id: string,
  userMessageId: string,
  createdAt: string,
): readonly ChatMessage[] {
  const known = messages.find((message) => message.id === id);
  if (known && known.status !== 'streaming') return messages;
  if (known)
    return messages.map((message) => (message === known ? { ...message, content: '', citations: [] } : message));
  const asked = messages.findIndex((message) => message.id === userMessageId);
  const next = messages.findIndex((message, at) => at > asked && message.role === 'user');
  // A regenerated reply replaces the ones before it.
  const kept = messages.filter(
    (message, at) => asked < 0 || at <= asked || (next >= 0 && at >= next) || !isReply(message) || message.id > id,
  );
  return insert(kept, {
    id,
    role: 'assistant',
    content: '',
    status: 'streaming',
    error: null,
    citations: [],
    attachments: [],
    tools: [],
    feedback: null,
    clientMessageId: null,
    createdAt,
  });
}

/**
 * Ids sort by time (docs/reference/addresses.md#identifiers). A reply directly before a newer reply was replaced by it.
 */
function insert(messages: readonly ChatMessage[], message: ChatMessage): readonly ChatMessage[] {
  const found = messages.findLastIndex((other) => !isOptimistic(other) && other.id < message.id);
  const at = found + 1;
  const following = messages[at];
  if (following && isReply(message) && isReply(following)) return messages;
  return [...messages.slice(0, at), message, ...messages.slice(at)];
}
