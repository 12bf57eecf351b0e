import type { Attachment, Message, MessageAuthor } from '@portico/shared-types';
import type { Transaction } from '../../../platform/database.ts';
import type { ThreadsPlatform } from '../thread-ports.ts';
import { announceMessage } from './announce-message.ts';
import { insertMessages, type NewMessageRow } from './messages.sql.ts';
import { newMessageRow, toMessageRow } from './new-message-row.ts';
import { presentMessage } from './present-message.ts';
import type { ThreadRow } from '../thread/threads.sql.ts';

/** A message of a person of the team, or of the server itself. */
export interface SpokenMessage {
  readonly author: MessageAuthor;
  readonly content: string;
  readonly attachments?: Attachment[];
}

/**
 * Adds a message that isn't a reply and requests none, to a thread that the transaction has locked, and sends it to the
 * thread's readers.
 */
export async function addSpokenMessage(
  platform: ThreadsPlatform,
  tx: Transaction,
  thread: ThreadRow,
  { author, content, attachments }: SpokenMessage,
): Promise<Message> {
  const fields = { author, content, attachments, status: 'complete' as const };
  const row = newMessageRow(thread, 'assistant', fields);
  await platform.events.append(tx, thread.id, [
    { event: 'message:created', data: { message: presentMessage(toMessageRow(row)) } },
  ]);
  return addMessage(platform, tx, thread, row);
}

/** Adds context for the model to a thread that the transaction has locked. */
export async function addContext(
  platform: ThreadsPlatform,
  tx: Transaction,
  thread: ThreadRow,
  content: string,
): Promise<Message> {
  return addMessage(platform, tx, thread, newMessageRow(thread, 'system', { content }));
}

/** Adds a message that requests no reply, and notifies those who follow the thread. */
export async function addMessage(
  platform: ThreadsPlatform,
  tx: Transaction,
  thread: ThreadRow,
  row: NewMessageRow,
): Promise<Message> {
  await insertMessages(tx, [row]);
  return announceAdded(platform, tx, thread, row);
}

/** Notifies those who follow the thread of an inserted message that requests no reply; returns the message. */
export async function announceAdded(
  platform: ThreadsPlatform,
  tx: Transaction,
  thread: ThreadRow,
  row: NewMessageRow,
): Promise<Message> {
  const message = presentMessage(toMessageRow(row));
  await announceMessage(tx, thread.workspace_id, toMessageRow(row));
  await platform.threads.ports.onAdded(
    platform,
    tx,
    { workspaceId: thread.workspace_id, threadId: thread.id },
    message,
    0,
  );
  return message;
}
