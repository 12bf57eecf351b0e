export { addContext, addSpokenMessage } from './messages/add-message.ts';
export type { Payment } from './replies/start/ask-reply.ts';
export { findAttachments } from './messages/find-attachments.ts';
export { findClientThread, openClientThread } from './thread/client-threads.ts';
export { continueThread } from './messages/continue-thread.ts';
export { findRunningReply } from './replies/start/find-running-reply.ts';
export { getTrace } from './messages/get-trace.ts';
export { doubtLastReply } from './messages/messages.sql.ts';
export { findRecentMessages, getMessages, setFeedback } from './messages/messages.service.ts';
export { messageRoutes } from './messages.routes.ts';
export { parseMessage } from './messages/present-message.ts';
export { postMessage } from './messages/post-message.ts';
export { regenerateLast, regenerateReply } from './replies/start/regenerate-reply.ts';
export { cancelReply, cutReplies } from './replies/start/cancel-reply.ts';
export { readText } from './replies/read-text.ts';
export { replyOnce, type Turn } from './replies/start/reply-once.ts';
export { suggestReply } from './replies/start/suggest-reply.ts';
export { createThreads } from './create-threads.ts';
export type { ReplyHandle } from './replies/start/reply-handle.ts';
export { followThread } from './thread/thread-events.ts';
export type { ThreadKey, ThreadPorts, Threads, ThreadsPlatform } from './thread-ports.ts';
export { publishTyping } from './thread/typing.ts';
export { threadRoutes } from './threads.routes.ts';
export { eraseThread } from './thread/erase-thread.ts';
export { shrinkThread } from './thread/shrink-thread.ts';
export { createThread, deleteThread, requireThread } from './thread/threads.service.ts';
export {
  findAnsweredThread,
  findExistingThreads,
  listOwnThreads,
  listThreadsOfExecutions,
  lockOwnThread,
  lockThread,
  setAnsweredBy,
  type ThreadRow,
} from './thread/threads.sql.ts';
