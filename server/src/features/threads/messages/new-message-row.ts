import type { Attachment, Message, MessageAuthor } from '@portico/shared-types';
import { createId } from '../../../platform/ids.ts';
import type { MessageRow, NewMessageRow } from './messages.sql.ts';
import type { ThreadRow } from '../thread/threads.sql.ts';

interface NewFields {
  content: string;
  attachments?: Attachment[] | undefined;
  clientMessageId?: string | undefined;
  replyTo?: string | undefined;
  /** By default the author that follows from the role. */
  author?: MessageAuthor | undefined;
  status?: Message['status'];
}

/** Creates the row of a message of the thread with the current time. */
export function newMessageRow(thread: ThreadRow, role: Message['role'], fields: NewFields): NewMessageRow {
  return {
    id: createId('msg'),
    workspace_id: thread.workspace_id,
    thread_id: thread.id,
    role,
    content: fields.content,
    status: fields.status ?? (role === 'assistant' ? 'streaming' : 'complete'),
    attachments: fields.attachments ?? [],
    client_message_id: fields.clientMessageId ?? null,
    reply_to: fields.replyTo ?? null,
    author: fields.author ?? null,
    created_at: new Date().toISOString(),
  };
}

/** A new message as it will be read back. */
export function toMessageRow({ workspace_id: _, ...row }: NewMessageRow): MessageRow {
  return {
    ...row,
    author: row.author ?? authorOf(row.role),
    tool_calls: null,
    usage: null,
    citations: [],
    outcome: null,
    feedback: null,
    replaced_by: null,
    follow_ups: [],
    error: null,
  };
}

/** The author of a message without one; an agent's id and name are added on reading. */
export function authorOf(role: Message['role']): MessageAuthor {
  const type = ({ user: 'visitor', assistant: 'agent', system: 'system' } as const)[role];
  return { type, id: null, name: null, avatar_url: null };
}
