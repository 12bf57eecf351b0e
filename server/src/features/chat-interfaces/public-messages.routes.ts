import {
  AcceptedToolResult,
  ChatCancelled,
  ChatFeedback,
  ChatMessagesQuery,
  ChatPassage,
  ChatSearch,
  ClaimedToolCall,
  ChatUploadResult,
  PastConversation,
  PublicMessage,
  PublicReply,
  RegenerateChatReply,
  SendChatMessage,
  publicThreadEvents,
  ToolResult,
  UiMessageRequest,
} from '@portico/shared-types';
import { z } from 'zod';
import { bodyLimitBytes } from '../../platform/http/read-request.ts';
import { routesOn } from '../../platform/http/routes-on.ts';
import { admitSession } from './sessions/admit-visitor.ts';
import {
  cancelMessage,
  followSession,
  listMessages,
  maxUploadBytes,
  rateMessage,
  regenerateMessage,
  sendMessage,
  uploadAttachment,
} from './messages/messages.service.ts';
import { actLimit, messageLimits, perAddress } from './interface/chat-limits.ts';
import { acceptToolResult, claimToolCall } from './messages/page-tools.ts';
import { resumeUiMessage, sendUiMessage } from './messages/ui-messages.ts';
import { searchSession } from './sessions/search-session.ts';
import { listPastConversations } from './sessions/past-conversations.ts';
import { conversationOf } from './public-chat.routes.ts';
import type { ChatPlatform } from './chat-platform.ts';

const { publicRoute } = routesOn<ChatPlatform>();

const tag = 'Public chat';
const base = '/chat-interfaces/:slug';
const sessionParams = { slug: 'chat interface', id: 'chat session' };
const messageParams = { ...sessionParams, message: 'message' };

/** The actions of a visitor in a session. */
export const publicMessageRoutes = [
  publicRoute({
    method: 'GET',
    path: `${base}/sessions/:id/messages`,
    tag,
    summary: 'List a session’s messages, oldest first',
    description:
      'Returns up to `limit` of the newest messages, or of those before the message `before`. Very long messages are returned in smaller parts, of about a megabyte; an empty list is the end.',
    params: sessionParams,
    query: ChatMessagesQuery,
    answer: z.array(PublicMessage),
    errors: ['invalid_api_key', 'expired_api_key'],
    token: true,
    admit: admitSession,
    limits: ({ admitted, ip }) => [perAddress(admitted.chat, ip, 'reads', 600)],
    handle: async ({ platform, admitted, query }) => listMessages(platform, conversationOf(admitted), query),
  }),
  publicRoute({
    method: 'POST',
    path: `${base}/sessions/:id/messages`,
    tag,
    summary: 'Send a message',
    description:
      'Returns the events of the reply with `Accept: text/event-stream`, otherwise the finished reply. With `Last-Event-ID`, a message that is sent again with its `clientMessageId` continues after that event. `data` is null while a person answers, and with `wait: false`, which returns as soon as the message is stored.',
    params: sessionParams,
    body: SendChatMessage,
    maxBodyBytes: bodyLimitBytes,
    headers: { 'Last-Event-ID': 'Resumes the stream of a message that is sent again after this event.' },
    answer: PublicReply,
    events: publicThreadEvents,
    errors: ['invalid_api_key', 'expired_api_key', 'execution_failed'],
    token: true,
    admit: admitSession,
    limits: ({ admitted, ip }) => messageLimits(conversationOf(admitted), ip),
    handle: async ({ platform, admitted, body, headers, signal }) =>
      sendMessage(platform, conversationOf(admitted), body, { wait: body.wait, headers, signal }),
  }),
  publicRoute({
    method: 'POST',
    path: `${base}/sessions/:id/tool-results`,
    tag,
    summary: 'Report the result of a page’s tool',
    description:
      'Reports the result of a tool that the visitor’s page ran, or why it failed. Returns 404 if the call is unknown, already has a result, or is older than 60 seconds.',
    operationId: 'reportChatSessionToolResult',
    params: sessionParams,
    body: ToolResult,
    maxBodyBytes: bodyLimitBytes,
    answer: AcceptedToolResult,
    errors: ['invalid_api_key', 'expired_api_key'],
    token: true,
    admit: admitSession,
    limits: ({ admitted, ip }) => [perAddress(admitted.chat, ip, 'tools', 120)],
    handle: async ({ platform, admitted, body }) => acceptToolResult(platform, conversationOf(admitted), body),
  }),
  publicRoute({
    method: 'POST',
    path: `${base}/sessions/:id/tool-calls/:tool_call_id/claim`,
    tag,
    summary: 'Claim a call of a page’s tool',
    description:
      'For a page that did not send the message, or that was reloaded since then: it may run the tool only if this call succeeds. Returns 400 while another page runs the tool. A request with the same Idempotency-Key is of the same page, and succeeds again.',
    operationId: 'claimChatSessionToolCall',
    params: { ...sessionParams, tool_call_id: 'tool call' },
    headers: { 'Idempotency-Key': 'Identifies the page: 16 to 255 printable ASCII characters, random for each call.' },
    answer: ClaimedToolCall,
    errors: ['invalid_api_key', 'expired_api_key', 'validation_error'],
    token: true,
    admit: admitSession,
    limits: ({ admitted, ip }) => [perAddress(admitted.chat, ip, 'tools', 120)],
    handle: async ({ platform, admitted, params: { tool_call_id: callId }, headers }) =>
      claimToolCall(platform, conversationOf(admitted), callId, headers),
  }),
  publicRoute({
    method: 'POST',
    path: `${base}/sessions/:id/ui-messages`,
    tag,
    summary: 'Chat with the AI SDK',
    description:
      'Accepts the requests of `useChat` and streams the reply in the UI message stream protocol. `regenerate-message` writes the last reply again.',
    operationId: 'sendChatSessionUiMessage',
    params: sessionParams,
    body: UiMessageRequest,
    maxBodyBytes: bodyLimitBytes,
    protocol: 'ui-message-stream',
    errors: ['invalid_api_key', 'expired_api_key'],
    token: true,
    admit: admitSession,
    limits: ({ admitted, ip }) => messageLimits(conversationOf(admitted), ip),
    handle: async ({ platform, admitted, body }) => sendUiMessage(platform, conversationOf(admitted), body),
  }),
  publicRoute({
    method: 'GET',
    path: `${base}/sessions/:id/ui-messages/:chat_id/stream`,
    tag,
    summary: 'Resume a chat of the AI SDK',
    description:
      'Streams the reply in progress from its start, in the UI message stream protocol. Returns 204 if there is none. `chat_id` is the session’s id.',
    operationId: 'resumeChatSessionUiMessage',
    params: { ...sessionParams, chat_id: 'chat session' },
    protocol: 'ui-message-stream',
    otherStatuses: { 204: 'No reply is being written.' },
    errors: ['invalid_api_key', 'expired_api_key'],
    token: true,
    admit: admitSession,
    handle: async ({ platform, admitted, params: { chat_id: chatId } }) =>
      resumeUiMessage(platform, conversationOf(admitted), chatId),
  }),
  publicRoute({
    method: 'GET',
    path: `${base}/sessions/:id/events`,
    tag,
    summary: 'Follow a session',
    description: 'Server-Sent Events from now on, or after Last-Event-ID.',
    params: sessionParams,
    events: publicThreadEvents,
    errors: ['invalid_api_key', 'expired_api_key', 'validation_error'],
    token: true,
    admit: admitSession,
    handle: async ({ platform, admitted, headers }) => followSession(platform, conversationOf(admitted), headers),
  }),
  publicRoute({
    method: 'POST',
    path: `${base}/sessions/:id/cancel`,
    tag,
    summary: 'Stop the reply in progress',
    description: 'Stops the model and keeps the text so far.',
    operationId: 'cancelChatSessionReply',
    params: sessionParams,
    answer: ChatCancelled,
    errors: ['invalid_api_key', 'expired_api_key'],
    token: true,
    admit: admitSession,
    limits: ({ admitted }) => [actLimit(conversationOf(admitted), 'cancel')],
    handle: async ({ platform, admitted }) => cancelMessage(platform, conversationOf(admitted)),
  }),
  publicRoute({
    method: 'POST',
    path: `${base}/sessions/:id/messages/:message/regenerate`,
    tag,
    summary: 'Have the last reply written again',
    description: 'Replaces the last reply; the old one stays in the history as `replaced_by`.',
    params: messageParams,
    body: RegenerateChatReply,
    answer: PublicReply,
    events: publicThreadEvents,
    errors: ['invalid_api_key', 'expired_api_key', 'execution_failed'],
    token: true,
    admit: admitSession,
    limits: ({ admitted, ip }) => messageLimits(conversationOf(admitted), ip),
    handle: async ({ platform, admitted, params: { message }, body, headers, signal }) =>
      regenerateMessage(platform, conversationOf(admitted), message, { wait: body.wait, headers, signal }),
  }),
  publicRoute({
    method: 'POST',
    path: `${base}/sessions/:id/messages/:message/feedback`,
    tag,
    summary: 'Rate a reply',
    description: 'Stores a thumbs-up or thumbs-down with an optional comment. A rating of null removes it.',
    operationId: 'rateChatSessionMessage',
    params: messageParams,
    body: ChatFeedback,
    answer: PublicMessage,
    errors: ['invalid_api_key', 'expired_api_key'],
    token: true,
    admit: admitSession,
    limits: ({ admitted }) => [actLimit(conversationOf(admitted), 'feedback')],
    handle: async ({ platform, admitted, params: { message }, body }) =>
      rateMessage(platform, conversationOf(admitted), message, body),
  }),
  publicRoute({
    method: 'POST',
    path: `${base}/sessions/:id/upload`,
    tag,
    summary: 'Upload a file for a message',
    description: 'Checks and stores one file. Add its id to `attachments` of the next message.',
    operationId: 'uploadChatSessionFile',
    params: sessionParams,
    multipart: { maxBytes: (_, { chat }) => maxUploadBytes(chat), required: true },
    answer: ChatUploadResult,
    status: 201,
    errors: ['invalid_api_key', 'expired_api_key'],
    token: true,
    admit: admitSession,
    limits: ({ admitted, ip }) => [perAddress(admitted.chat, ip, 'uploads', 10)],
    handle: async ({ platform, admitted, file }) => {
      if (file === undefined) throw new Error('multipart.required rejects requests without a file');
      return uploadAttachment(platform, conversationOf(admitted), file);
    },
  }),
  publicRoute({
    method: 'GET',
    path: `${base}/sessions/:id/conversations`,
    tag,
    summary: 'List the visitor’s conversations',
    description:
      'Returns up to 50 conversations of the visitor that the token belongs to, the most recently used first. For a visitor whom the site has identified, they include those from other devices.',
    operationId: 'listChatSessionConversations',
    params: sessionParams,
    answer: z.array(PastConversation),
    errors: ['invalid_api_key', 'expired_api_key'],
    token: true,
    admit: admitSession,
    handle: async ({ platform, admitted }) => listPastConversations(platform, conversationOf(admitted)),
  }),
  publicRoute({
    method: 'POST',
    path: `${base}/sessions/:id/search`,
    tag,
    summary: 'Search the agent’s knowledge',
    description:
      'Returns passages for a question while it is being typed, best first, without a call of the model. Limited to 30 calls per minute, and 300 from one address.',
    operationId: 'searchChatSession',
    params: sessionParams,
    body: ChatSearch,
    answer: z.array(ChatPassage),
    errors: ['invalid_api_key', 'expired_api_key'],
    token: true,
    admit: admitSession,
    limits: ({ admitted, ip }) => [
      perAddress(admitted.chat, ip, 'searches', 300),
      { name: `chat-search:${conversationOf(admitted).session.id}`, window: 'minute', limit: 30 },
    ],
    handle: async ({ platform, admitted, body, signal }) =>
      searchSession(platform, conversationOf(admitted), body.query, signal),
  }),
];
