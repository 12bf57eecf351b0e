import type { IncomingHttpHeaders } from 'node:http';
import type {
  ChatFeedback,
  ChatMessagesQuery,
  ChatUploadResult,
  PublicMessage,
  PublicReply,
  SendChatMessage,
} from '@portico/shared-types';
import { distinct } from '@portico/shared-types/distinct';
import type { Transaction } from '../../../platform/database.ts';
import { ApiError, ignoreMissing, invalid } from '../../../platform/errors.ts';
import { checkUpload } from '../../../platform/http/check-upload.ts';
import { readLastEventId, requireEventStream } from '../../../platform/http/stream-headers.ts';
import type { UploadedFile } from '../../../platform/http/route.ts';
import type { Platform } from '../../../platform/platform.ts';
import { renameField } from '../../../platform/rename-field.ts';
import type { ConversationsPlatform } from '../../conversations/index.ts';
import { EventStream } from '../../../platform/sse.ts';
import { followAsSender, offerWaitingCalls } from '../../client-tools/index.ts';
import { reportingRefusal } from '../../credits/index.ts';
import { downloadUrl, keepFile, removeFilesOf, requireFile } from '../../files/index.ts';
import {
  cancelReply,
  findRecentMessages,
  postMessage,
  followThread,
  type Payment,
  regenerateLast,
  regenerateReply,
  requireThread,
  setFeedback,
  type ReplyHandle,
  type ThreadsPlatform,
} from '../../threads/index.ts';
import type { ChatInterfaceRow } from '../interface/chat-interfaces.sql.ts';
import { describeVisitor } from '../sessions/describe-visitor.ts';
import { presentEvent } from './present-event.ts';
import { presentMessages, viewOf } from './present-message.ts';
import { takeDailyMessage } from '../interface/chat-limits.ts';
import { countMessage, type SessionRow } from '../sessions/sessions.sql.ts';
import { visitPage } from '../sessions/update-visit.ts';

/** A session in its interface, the context of every visitor request. */
export interface Conversation {
  readonly chat: ChatInterfaceRow;
  readonly session: SessionRow;
}

interface Waiting {
  /** False for a caller that follows the session's stream and needs no response. */
  readonly wait?: boolean | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly signal: AbortSignal;
}

/**
 * Sends a visitor's message; returns the reply's events, the finished reply to a caller that accepts no stream, or null
 * to one that doesn't wait.
 */
export async function sendMessage(
  platform: ThreadsPlatform,
  conversation: Conversation,
  body: SendChatMessage,
  waiting: Waiting,
): Promise<EventStream | PublicReply> {
  return answerReply(platform, conversation.chat, await postVisitorMessage(platform, conversation, body), waiting);
}

/** Records a visitor's message and requests its reply; the interface pays. */
export async function postVisitorMessage(
  platform: ThreadsPlatform,
  { chat, session }: Conversation,
  body: SendChatMessage,
): Promise<ReplyHandle> {
  const attachments = await checkAttachments(platform, { chat, session }, body.attachments ?? []);
  if (body.page !== undefined) await visitPage(platform, { chat, session }, body.page);
  const message = {
    workspaceId: session.workspace_id,
    threadId: session.thread_id,
    content: body.content,
    attachments,
    clientMessageId: body.clientMessageId,
    author: { type: 'visitor' as const, id: session.visitor_id, name: session.user_name, avatar_url: null },
    payment: paymentOf(session),
    visitor: await describeVisitor(platform.database.sql, chat, session),
  };
  // A message that is sent again under its id is neither counted nor refused.
  let isNew = false;
  const onAccepted = async (tx: Transaction): Promise<void> => {
    isNew = true;
    await takeDailyMessage(platform, tx, { chat, session });
  };
  const reply = await reportingRefusal(platform, async () => postMessage(platform, { ...message, onAccepted }));
  if (isNew) await countMessage(platform.database.sql, session.id);
  return reply;
}

/** Regenerates the thread's last reply. Throws 400 for any other message. */
export async function regenerateMessage(
  platform: ThreadsPlatform,
  conversation: Conversation,
  messageId: string,
  waiting: Waiting,
): Promise<EventStream | PublicReply> {
  const asked = writeAgain(platform, conversation, messageId).catch(renameField('params.message_id', 'params.message'));
  return answerReply(platform, conversation.chat, await asked, waiting);
}

/** Requests a reply again, the last one if none is named; the interface pays. */
export async function writeAgain(
  platform: ThreadsPlatform,
  { chat, session }: Conversation,
  messageId?: string,
): Promise<ReplyHandle> {
  const { workspace_id: workspaceId, thread_id: threadId } = session;
  const visitor = await describeVisitor(platform.database.sql, chat, session);
  const onAccepted = async (tx: Transaction): Promise<void> => takeDailyMessage(platform, tx, { chat, session });
  const wanted = { workspaceId, threadId, payment: paymentOf(session), visitor, onAccepted };
  return reportingRefusal(platform, async () =>
    messageId === undefined ? regenerateLast(platform, wanted) : regenerateReply(platform, { ...wanted, messageId }),
  );
}

async function answerReply(
  platform: Platform,
  chat: ChatInterfaceRow,
  reply: ReplyHandle,
  { wait, headers, signal }: Waiting,
): Promise<EventStream | PublicReply> {
  if (wait === false) return null;
  const view = viewOf(platform, chat);
  if (headers.accept?.includes('text/event-stream') === true) {
    const follow = (gone: AbortSignal) => followAsSender(platform, reply.events(gone, readLastEventId(headers)));
    return EventStream.of(follow).map((event) => presentEvent(event, view));
  }
  const finished = await reply.finished(signal);
  if (finished === null) return null;
  const [message] = presentMessages([finished], view);
  if (message === undefined) throw new ApiError('execution_failed', 'The reply is not a message.');
  return message;
}

/** The messages before a given one, or the newest; oldest first. */
export async function listMessages(
  platform: Platform,
  { chat, session }: Conversation,
  { before, limit }: ChatMessagesQuery,
): Promise<PublicMessage[]> {
  const { messages } = await findRecentMessages(platform, {
    workspaceId: session.workspace_id,
    threadId: session.thread_id,
    limit,
    ...(before === undefined ? {} : { before }),
  });
  return presentMessages(messages, viewOf(platform, chat));
}

/** Every event of the session's thread from now on, or after Last-Event-ID, until the session ends. */
export function followSession(
  platform: ConversationsPlatform,
  { chat, session }: Conversation,
  headers: IncomingHttpHeaders,
): EventStream {
  requireEventStream(headers);
  const after = readLastEventId(headers);
  const events = new EventStream(async (send, gone) => {
    const leave = platform.conversations.visitors.watch(session.thread_id);
    try {
      let isConnected = false;
      await followThread(platform, { threadId: session.thread_id, after }, gone, async (event) => {
        await send(event);
        if (isConnected) return;
        isConnected = true;
        for (const offer of await offerWaitingCalls(platform, session.thread_id)) await send(offer);
      });
    } finally {
      leave();
    }
  });
  const view = viewOf(platform, chat);
  return events.map((event) => presentEvent(event, view));
}

/** Stops the reply in progress and keeps its text so far. */
export async function cancelMessage(
  platform: ThreadsPlatform,
  { session }: Conversation,
): Promise<{ messageId: string | null; cancelled: boolean }> {
  const { message_id: messageId } = await cancelReply(platform, session.workspace_id, session.thread_id);
  return { messageId, cancelled: messageId !== null };
}

export async function rateMessage(
  platform: ThreadsPlatform,
  { chat, session }: Conversation,
  messageId: string,
  feedback: ChatFeedback,
): Promise<PublicMessage> {
  const { workspace_id: workspaceId, thread_id: threadId } = session;
  const rated = await setFeedback(platform, { workspaceId, threadId, messageId, feedback });
  const [message] = presentMessages([rated], viewOf(platform, chat));
  if (message === undefined) throw new ApiError('execution_failed', 'The message is not the visitor’s.');
  return message;
}

/** Stores a visitor's file for a message of this session. Throws 400 for a file that the interface doesn't accept. */
export async function uploadAttachment(
  platform: Platform,
  { chat, session }: Conversation,
  file: UploadedFile,
): Promise<ChatUploadResult> {
  const { uploads } = chat.settings;
  if (!uploads.enabled) throw filesNotAccepted('body.file');
  const rules = { maxBytes: maxUploadBytes(chat), allowedTypes: uploads.allowed_types };
  const mimeType = await checkUpload(file, rules);
  const { workspace_id: workspaceId, thread_id: owner } = session;
  const kept = await keepFile(platform, { workspaceId, owner, ...file, mimeType });
  // The files of a deleted thread are removed after it again, so this file is found either here or there.
  await requireThread(platform, workspaceId, owner).catch(async (error: unknown) => {
    await removeFilesOf(platform, workspaceId, owner);
    throw error;
  });
  return {
    fileId: kept.id,
    fileName: kept.file_name,
    fileSize: kept.file_size,
    mimeType: kept.mime_type,
    downloadUrl: downloadUrl(platform, kept.id),
  };
}

/** A MB is 1,048,576 bytes (docs/reference/addresses.md#values). */
export function maxUploadBytes({ settings }: ChatInterfaceRow): number {
  return Math.floor(settings.uploads.max_file_size_mb * 1_048_576);
}

/** The files of a message, each once; throws if the interface doesn't accept so many, or one isn't the session's. */
async function checkAttachments(
  platform: Platform,
  { chat, session }: Conversation,
  ids: readonly string[],
): Promise<string[]> {
  const { uploads } = chat.settings;
  if (ids.length > 0 && !uploads.enabled) throw filesNotAccepted('body.attachments');
  if (ids.length > uploads.max_files) {
    const fault = { path: 'body.attachments', message: `has more than ${uploads.max_files} files` };
    throw invalid({ ...fault, code: 'too_many_files' }, { limit: uploads.max_files });
  }
  for (const [at, id] of ids.entries()) {
    const file = await requireFile(platform, session.workspace_id, id).catch(ignoreMissing);
    if (file?.owner !== session.thread_id) {
      throw invalid({
        path: `body.attachments[${at}]`,
        message: 'is not a file of this session',
        code: 'file_not_found',
      });
    }
  }
  return distinct(ids);
}

function filesNotAccepted(path: string): ApiError {
  return invalid({ path, message: 'files are not accepted here', code: 'files_not_accepted' });
}

/** The interface pays for its visitors' requests. */
function paymentOf(session: SessionRow): Payment {
  const { workspace_id: workspaceId, interface_id: interfaceId, locale, thread_id: causeId } = session;
  return { charge: { workspaceId, interfaceId, locale, causeId }, isReserved: true };
}
