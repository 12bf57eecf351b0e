import type { ChatMessage } from '../types.ts';
import type { OutboxItem } from './storage.ts';

/** The message as it is shown before the server has taken it. */
export function toOptimistic(item: OutboxItem): ChatMessage {
  return {
    id: item.clientMessageId,
    role: 'user',
    content: item.content,
    status: 'queued',
    error: null,
    citations: [],
    attachments: item.attachments,
    tools: [],
    feedback: null,
    clientMessageId: item.clientMessageId,
    createdAt: item.createdAt,
  };
}
