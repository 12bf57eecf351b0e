import {
  Feedback,
  Message,
  MessageCreate,
  PageQuery,
  ReplyCancelled,
  ReplyMessage,
  ReplyTrace,
  threadEvents,
} from '@portico/shared-types';
import { Answer } from '../../platform/http/route.ts';
import { readLastEventId } from '../../platform/http/stream-headers.ts';
import { routesOn } from '../../platform/http/routes-on.ts';
import type { ThreadsPlatform } from './thread-ports.ts';
import { EventStream } from '../../platform/sse.ts';
import { getTrace } from './messages/get-trace.ts';
import { listMessages, setFeedback } from './messages/messages.service.ts';
import { addSystemMessage, postMessage } from './messages/post-message.ts';
import { regenerateReply } from './replies/start/regenerate-reply.ts';
import { cancelReply } from './replies/start/cancel-reply.ts';

const { versionedRoute } = routesOn<ThreadsPlatform>();

const tag = 'Messages';
const params = { id: 'thread' };
const messageParams = { id: 'thread', message_id: 'message' };

export const messageRoutes = [
  versionedRoute({
    method: 'GET',
    path: '/threads/:id/messages',
    tag,
    summary: 'List messages, oldest first',
    description: 'Lists the messages of a thread; a reply in progress shows its text so far.',
    scopes: ['threads:read'],
    params,
    query: PageQuery,
    answer: Message,
    list: true,
    handle: async ({ platform, caller, params: { id }, query }) =>
      listMessages(platform, caller.workspaceId, id, query),
  }),
  versionedRoute({
    method: 'POST',
    path: '/threads/:id/messages',
    tag,
    summary: 'Send a message',
    description: `Returns the finished reply of the agent or, with \`stream\`, its events as they occur; with \`Last-Event-ID\`, those after that event, for a message that is sent again with its \`client_message_id\`. The reply is written to its end even if the client disconnects; only a cancel stops it. A message with the role \`system\` adds context, gets no reply and returns 201. While a person answers in the conversation, the message is stored and \`data\` is null.`,
    scopes: ['agents:execute', 'threads:write'],
    params,
    body: MessageCreate,
    answer: ReplyMessage,
    events: threadEvents,
    headers: { 'Last-Event-ID': 'Resumes the stream of a message that is sent again after this event.' },
    otherStatuses: { 201: 'A message of the role system was added.' },
    errors: ['execution_failed'],
    handle: async ({ platform, caller, params: { id }, body, headers, signal }) => {
      const { workspaceId } = caller;
      const { content, attachments, client_message_id: clientMessageId } = body;
      const message = { workspaceId, threadId: id, content, attachments, clientMessageId };
      if (body.role === 'system') return new Answer(await addSystemMessage(platform, message), 201);
      const reply = await postMessage(platform, message);
      if (!body.stream) return reply.finished(signal);
      return EventStream.of((gone) => reply.events(gone, readLastEventId(headers)));
    },
  }),
  versionedRoute({
    method: 'POST',
    path: '/threads/:id/cancel',
    tag,
    summary: 'Stop the reply in progress',
    operationId: 'cancelThreadReply',
    description: 'Keeps the text so far. If no reply is in progress, nothing happens and `cancelled` is false.',
    scopes: ['threads:write'],
    params,
    answer: ReplyCancelled,
    handle: async ({ platform, caller, params: { id } }) => cancelReply(platform, caller.workspaceId, id),
  }),
  versionedRoute({
    method: 'POST',
    path: '/threads/:id/messages/:message_id/regenerate',
    tag,
    summary: 'Write the last reply again',
    description:
      'The old one stays in the list, with `replaced_by`. Returns 400 while a person answers in the conversation.',
    scopes: ['agents:execute', 'threads:write'],
    params: messageParams,
    answer: ReplyMessage,
    errors: ['execution_failed'],
    handle: async ({ platform, caller, params: { id, message_id: messageId }, signal }) => {
      const reply = await regenerateReply(platform, { workspaceId: caller.workspaceId, threadId: id, messageId });
      return reply.finished(signal);
    },
  }),
  versionedRoute({
    method: 'GET',
    path: '/threads/:id/messages/:message_id/trace',
    tag,
    summary: 'Get the trace of a reply',
    operationId: 'getThreadMessageTrace',
    description: 'Returns the searches with their results, and each model call and tool call with its duration.',
    scopes: ['threads:read'],
    params: messageParams,
    answer: ReplyTrace,
    handle: async ({ platform, caller, params: { id, message_id: messageId } }) =>
      getTrace(platform, { workspaceId: caller.workspaceId, threadId: id, messageId }),
  }),
  versionedRoute({
    method: 'POST',
    path: '/threads/:id/messages/:message_id/feedback',
    tag,
    summary: 'Rate a reply',
    description: 'Stores a thumbs-up or thumbs-down with an optional comment. A rating of null removes it.',
    operationId: 'rateThreadMessage',
    scopes: ['threads:write'],
    params: messageParams,
    body: Feedback,
    answer: Message,
    handle: async ({ platform, caller, params: { id, message_id: messageId }, body }) =>
      setFeedback(platform, { workspaceId: caller.workspaceId, threadId: id, messageId, feedback: body }),
  }),
];
