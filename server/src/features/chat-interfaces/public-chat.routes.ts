import {
  AcceptedToolResult,
  ChatCancelled,
  ChatFeedback,
  ChatMessagesQuery,
  ChatSession,
  ClaimedToolCall,
  ChatSessionPatch,
  ChatUploadResult,
  CreateChatSession,
  CreatedChatSession,
  Deleted,
  PublicFace,
  PublicMessage,
  PublicReply,
  SendChatMessage,
  threadEvents,
  ToolResult,
  UiMessageRequest,
} from '@portico/shared-types';
import { z } from 'zod';
import { publicRoute, RawAnswer } from '../../platform/http/route.ts';
import { makeChallenge } from './beginning/challenge.ts';
import { admitSession, admitVisitor, type SessionHolder } from './admit-visitor.ts';
import {
  cancelMessage,
  followSession,
  listMessages,
  maxUploadBytes,
  rateMessage,
  regenerateMessage,
  sendMessage,
  uploadAttachment,
  type Conversation,
} from './messages.service.ts';
import { messageLimits, perAddress, visitLimit } from './chat-limits.ts';
import { noteSite } from './going-live/note-site.ts';
import { acceptToolResult, claimToolCall } from './page-tools.ts';
import { presentFace } from './present-face.ts';
import { changeVisit } from './update-visit.ts';
import { resumeUiMessage, sendUiMessage } from './ui-messages.ts';
import { forgetVisitor, openSession, presentSession } from './sessions.service.ts';

const tag = 'Public chat';
const base = '/chat-interfaces/:slug';
const params = { slug: 'chat interface' };
const sessionParams = { ...params, id: 'chat session' };
const messageParams = { ...sessionParams, message: 'message' };

export const publicChatRoutes = [
  publicRoute({
    method: 'GET',
    path: base,
    tag,
    summary: 'Get a chat interface’s public face',
    description:
      'Returns what the widget needs to draw itself: branding, texts, uploads, consent. The site that asks is noted at most once an hour, and nothing about the visitor.',
    params,
    answer: PublicFace,
    admit: admitVisitor,
    handle: async ({ platform, admitted: { chat, origin, isPreview }, headers }) => {
      if (!isPreview) await noteSite(platform, { interfaceId: chat.id, origin, headers });
      return presentFace(platform, chat);
    },
  }),
  publicRoute({
    method: 'GET',
    path: `${base}/challenge`,
    tag,
    summary: 'Get a challenge',
    description:
      'Returns a proof of work in the format of ALTCHA (version 2), bare, as its clients expect it. Its solution, once and within ten minutes, begins a session where the interface wants one.',
    operationId: 'getChatChallenge',
    params,
    admit: admitVisitor,
    limits: ({ admitted, ip }) => [perAddress(admitted.chat, ip, 'challenges', 30)],
    handle: async ({ platform, admitted: { chat } }) => {
      const challenge = await makeChallenge(platform, chat.id);
      return new RawAnswer(async (response) => {
        response.set('Cache-Control', 'no-store').json(challenge);
      });
    },
  }),
  publicRoute({
    method: 'POST',
    path: `${base}/sessions`,
    tag,
    summary: 'Begin or resume a session',
    description:
      'Opens a session for a visitor, or continues the one of a token, and returns the token for all further calls.',
    params,
    body: CreateChatSession,
    answer: CreatedChatSession,
    status: 201,
    errors: ['invalid_api_key', 'expired_api_key'],
    admit: admitVisitor,
    limits: ({ admitted, ip }) => [perAddress(admitted.chat, ip, 'sessions', 10)],
    handle: async ({ platform, admitted, ip, headers, body }) =>
      openSession(platform, { visitor: admitted, ip, headers, body }),
  }),
  publicRoute({
    method: 'GET',
    path: `${base}/sessions/:id`,
    tag,
    summary: 'Get a session',
    description: 'Returns the state of the session that the token belongs to.',
    params: sessionParams,
    answer: ChatSession,
    errors: ['invalid_api_key', 'expired_api_key'],
    token: true,
    admit: admitSession,
    handle: async ({ platform, admitted }) => {
      const { session, chat } = conversationOf(admitted);
      return presentSession(platform, session, chat);
    },
  }),
  publicRoute({
    method: 'PATCH',
    path: `${base}/sessions/:id`,
    tag,
    summary: 'Report the visitor’s page, language or metadata',
    description: 'Changes what the agent may know of the visit. Metadata is merged; null removes a key.',
    params: sessionParams,
    body: ChatSessionPatch,
    answer: ChatSession,
    errors: ['invalid_api_key', 'expired_api_key'],
    token: true,
    admit: admitSession,
    limits: ({ admitted }) => [visitLimit(conversationOf(admitted))],
    handle: async ({ platform, admitted, body }) => changeVisit(platform, conversationOf(admitted), body),
  }),
  publicRoute({
    method: 'DELETE',
    path: `${base}/sessions/:id`,
    tag,
    summary: 'Forget the visitor',
    description: 'Removes all of the visitor’s threads, messages, files and what was tracked.',
    params: sessionParams,
    answer: Deleted,
    errors: ['invalid_api_key', 'expired_api_key'],
    token: true,
    admit: admitSession,
    handle: async ({ platform, admitted }) => forgetVisitor(platform, conversationOf(admitted).session),
  }),
  publicRoute({
    method: 'GET',
    path: `${base}/sessions/:id/messages`,
    tag,
    summary: 'List a session’s messages, oldest first',
    description: 'Returns up to `limit` of the newest messages, or of those before the message `before`.',
    params: sessionParams,
    query: ChatMessagesQuery,
    answer: z.array(PublicMessage),
    errors: ['invalid_api_key', 'expired_api_key'],
    token: true,
    admit: admitSession,
    handle: async ({ platform, admitted, query }) => listMessages(platform, conversationOf(admitted), query),
  }),
  publicRoute({
    method: 'POST',
    path: `${base}/sessions/:id/messages`,
    tag,
    summary: 'Send a message',
    description:
      'With `Accept: text/event-stream` the reply’s events, else the finished reply. While a person answers, `data` is null.',
    params: sessionParams,
    body: SendChatMessage,
    answer: PublicReply,
    events: threadEvents,
    errors: ['invalid_api_key', 'expired_api_key', 'execution_failed'],
    token: true,
    admit: admitSession,
    limits: ({ platform, admitted, ip }) => messageLimits(platform, conversationOf(admitted), ip),
    handle: async ({ platform, admitted, body, headers, signal }) =>
      sendMessage(platform, conversationOf(admitted), body, { headers, signal }),
  }),
  publicRoute({
    method: 'POST',
    path: `${base}/sessions/:id/tool-results`,
    tag,
    summary: 'Report the result of a page’s tool',
    description:
      'Tells the agent what came of a tool that the visitor’s page ran, or why it failed. 404 if the call is unknown, answered or older than 60 seconds.',
    operationId: 'reportChatSessionToolResult',
    params: sessionParams,
    body: ToolResult,
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
      'For a page that did not send the message, or was loaded again since: it may run the tool only if this succeeds. 400 while another page runs it.',
    operationId: 'claimChatSessionToolCall',
    params: { ...sessionParams, tool_call_id: 'tool call' },
    answer: ClaimedToolCall,
    errors: ['invalid_api_key', 'expired_api_key', 'validation_error'],
    token: true,
    admit: admitSession,
    limits: ({ admitted, ip }) => [perAddress(admitted.chat, ip, 'tools', 120)],
    handle: async ({ platform, admitted, params: { tool_call_id: callId } }) =>
      claimToolCall(platform, conversationOf(admitted), callId),
  }),
  publicRoute({
    method: 'POST',
    path: `${base}/sessions/:id/ui-messages`,
    tag,
    summary: 'Chat as the AI SDK does',
    description:
      'Takes what `useChat` sends and streams the reply in the UI message stream protocol. `regenerate-message` writes the last reply again.',
    operationId: 'sendChatSessionUiMessage',
    params: sessionParams,
    body: UiMessageRequest,
    protocol: 'ui-message-stream',
    errors: ['invalid_api_key', 'expired_api_key'],
    token: true,
    admit: admitSession,
    limits: ({ platform, admitted, ip }) => messageLimits(platform, conversationOf(admitted), ip),
    handle: async ({ platform, admitted, body }) => sendUiMessage(platform, conversationOf(admitted), body),
  }),
  publicRoute({
    method: 'GET',
    path: `${base}/sessions/:id/ui-messages/:chat_id/stream`,
    tag,
    summary: 'Resume a chat of the AI SDK',
    description:
      'Streams the reply that is being written from its start, in the UI message stream protocol. 204 if none is. `chat_id` is the session’s id.',
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
    events: threadEvents,
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
    description: 'Stops the model and keeps what was said so far.',
    operationId: 'cancelChatSessionReply',
    params: sessionParams,
    answer: ChatCancelled,
    errors: ['invalid_api_key', 'expired_api_key'],
    token: true,
    admit: admitSession,
    handle: async ({ platform, admitted }) => cancelMessage(platform, conversationOf(admitted)),
  }),
  publicRoute({
    method: 'POST',
    path: `${base}/sessions/:id/messages/:message/regenerate`,
    tag,
    summary: 'Have the last reply written anew',
    description: 'Replaces the last reply; the old one stays in the history as `replaced_by`.',
    params: messageParams,
    answer: PublicReply,
    events: threadEvents,
    errors: ['invalid_api_key', 'expired_api_key', 'execution_failed'],
    token: true,
    admit: admitSession,
    limits: ({ platform, admitted, ip }) => messageLimits(platform, conversationOf(admitted), ip),
    handle: async ({ platform, admitted, params: { message }, headers, signal }) =>
      regenerateMessage(platform, conversationOf(admitted), message, { headers, signal }),
  }),
  publicRoute({
    method: 'POST',
    path: `${base}/sessions/:id/messages/:message/feedback`,
    tag,
    summary: 'Rate a reply',
    description: 'Stores a thumb up or down with an optional comment; a rating of null takes it back.',
    operationId: 'rateChatSessionMessage',
    params: messageParams,
    body: ChatFeedback,
    answer: PublicMessage,
    errors: ['invalid_api_key', 'expired_api_key'],
    token: true,
    admit: admitSession,
    handle: async ({ platform, admitted, params: { message }, body }) =>
      rateMessage(platform, conversationOf(admitted), message, body),
  }),
  publicRoute({
    method: 'POST',
    path: `${base}/sessions/:id/upload`,
    tag,
    summary: 'Upload a file for a message',
    description: 'Checks and stores one file; name its id in `attachments` of the next message.',
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
      if (file === undefined) throw new Error('multipart.required lets no request through without a file');
      return uploadAttachment(platform, conversationOf(admitted), file);
    },
  }),
];

/** The session that a request was let in for. */
export function conversationOf({ chat, session }: SessionHolder): Conversation {
  if (session === undefined) throw new Error('a caller without a session is refused before');
  return { chat, session };
}
