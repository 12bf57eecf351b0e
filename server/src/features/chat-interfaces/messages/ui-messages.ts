import type { UiMessageRequest } from '@portico/shared-types';
import { notFound } from '../../../platform/errors.ts';
import { noContent, type RawAnswer } from '../../../platform/http/route.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { EventStream } from '../../../platform/sse.ts';
import { followAsSender } from '../../client-tools/index.ts';
import { findRunningReply, type ReplyHandle, type ThreadsPlatform } from '../../threads/index.ts';
import { readLastMessage, streamUiMessage } from '../../ui-messages/index.ts';
import { type Conversation, postVisitorMessage, writeAgain } from './messages.service.ts';
import { presentEvent } from './present-event.ts';
import { viewOf } from './present-message.ts';

/** Handles a message of a visitor's `useChat`, and streams the reply as a UI message. */
export async function sendUiMessage(
  platform: ThreadsPlatform,
  conversation: Conversation,
  body: UiMessageRequest,
): Promise<EventStream> {
  if (body.trigger === 'submit-message') {
    return stream(platform, conversation, await postVisitorMessage(platform, conversation, readLastMessage(body)));
  }
  return stream(platform, conversation, await writeAgain(platform, conversation));
}

/** Streams the reply in progress from its start, or returns 204. Throws 404 for another session's id. */
export async function resumeUiMessage(
  platform: Platform,
  conversation: Conversation,
  chatId: string,
): Promise<EventStream | RawAnswer> {
  const { id, workspace_id: workspaceId, thread_id: threadId } = conversation.session;
  if (chatId !== id && chatId !== threadId) throw notFound('chat session', chatId);
  const reply = await findRunningReply(platform, workspaceId, threadId);
  return reply === undefined ? noContent() : stream(platform, conversation, reply);
}

/** The page that reads the stream also runs its tools. */
function stream(platform: Platform, { chat }: Conversation, reply: ReplyHandle): EventStream {
  const view = viewOf(platform, chat);
  return streamUiMessage(
    reply.threadId,
    (signal) => followAsSender(platform, reply.events(signal)),
    (event) => presentEvent(event, view),
  );
}
