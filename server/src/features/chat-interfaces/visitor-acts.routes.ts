import { ChatSession, LeaveEmail, RateConversation, RequestedHandover, RequestHandover } from '@portico/shared-types';
import { noContent } from '../../platform/http/route.ts';
import { routesOn } from '../../platform/http/routes-on.ts';
import { admitSession } from './sessions/admit-visitor.ts';
import { perAddress } from './interface/chat-limits.ts';
import type { Conversation } from './messages/messages.service.ts';
import { conversationOf } from './public-chat.routes.ts';
import { presentSession } from './sessions/sessions.service.ts';
import { askForPerson, leaveEmail, rateConversation, typeAsVisitor } from './visitor-acts.service.ts';
import type { ChatPlatform } from './chat-platform.ts';

const { publicRoute } = routesOn<ChatPlatform>();

const tag = 'Public chat';
const base = '/chat-interfaces/:slug/sessions/:id';
const params = { slug: 'chat interface', id: 'chat session' };
const errors = ['invalid_api_key', 'expired_api_key'] as const;

const threadOf = ({ session }: Conversation) => ({ workspaceId: session.workspace_id, threadId: session.thread_id });

/** Requests of visitors about a person of the team. */
export const visitorActRoutes = [
  publicRoute({
    method: 'POST',
    path: `${base}/handover`,
    tag,
    summary: 'Ask for a person',
    operationId: 'requestChatSessionHandover',
    description: 'From now on, the visitor waits for a member of the team. Returns 400 if handover is not enabled.',
    params,
    body: RequestHandover,
    answer: RequestedHandover,
    errors,
    token: true,
    admit: admitSession,
    limits: ({ admitted, ip }) => [perAddress(admitted.chat, ip, 'messages', 30)],
    handle: async ({ platform, admitted, body }) => {
      const { chat, session } = conversationOf(admitted);
      const reason = body.reason ?? null;
      const asked = { interfaceId: chat.id, reason, isPreview: session.preview };
      return askForPerson(platform, threadOf({ chat, session }), asked);
    },
  }),
  publicRoute({
    method: 'POST',
    path: `${base}/email`,
    tag,
    summary: 'Leave an e-mail address',
    operationId: 'leaveChatSessionEmail',
    description: 'The team replies to this address when the visitor is away.',
    params,
    body: LeaveEmail,
    answer: ChatSession,
    errors,
    token: true,
    admit: admitSession,
    limits: ({ admitted, ip }) => [perAddress(admitted.chat, ip, 'messages', 30)],
    handle: async ({ platform, admitted, body }) => {
      const { chat, session } = conversationOf(admitted);
      await leaveEmail(platform, threadOf({ chat, session }), session.visitor, body.email);
      return presentSession(platform, session, chat);
    },
  }),
  publicRoute({
    method: 'POST',
    path: `${base}/typing`,
    tag,
    summary: 'Show that the visitor is typing',
    operationId: 'typeInChatSession',
    description: 'For a few seconds, the team sees that the visitor is typing.',
    params,
    status: 204,
    errors,
    token: true,
    admit: admitSession,
    limits: ({ admitted }) => [{ name: `chat-typing:${admitted.session?.id ?? ''}`, window: 'minute', limit: 60 }],
    handle: async ({ platform, admitted }) => {
      const { chat, session } = conversationOf(admitted);
      const { visitor_id: visitorId, user_name: name } = session;
      await typeAsVisitor(platform, threadOf({ chat, session }), { visitorId, name });
      return noContent();
    },
  }),
  publicRoute({
    method: 'POST',
    path: `${base}/rating`,
    tag,
    summary: 'Rate the conversation',
    operationId: 'rateChatSession',
    description: 'Stores a score from 1 to 5; a later score replaces it. Returns 400 if no person has answered yet.',
    params,
    body: RateConversation,
    answer: ChatSession,
    errors,
    token: true,
    admit: admitSession,
    limits: ({ admitted, ip }) => [perAddress(admitted.chat, ip, 'messages', 30)],
    handle: async ({ platform, admitted, body: { score, comment } }) => {
      const { chat, session } = conversationOf(admitted);
      await rateConversation(platform, threadOf({ chat, session }), { score, comment: comment ?? null });
      return presentSession(platform, session, chat);
    },
  }),
];
