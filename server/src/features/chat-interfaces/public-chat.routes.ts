import {
  ChatSession,
  ChatSessionPatch,
  CreateChatSession,
  CreatedChatSession,
  Deleted,
  PublicFace,
} from '@portico/shared-types';
import { RawAnswer } from '../../platform/http/route.ts';
import { routesOn } from '../../platform/http/routes-on.ts';
import { challengeContent, makeChallenge } from './session-start/challenge.ts';
import { admitSession, admitVisitor, type SessionHolder } from './sessions/admit-visitor.ts';
import { type Conversation } from './messages/messages.service.ts';
import { actLimit, perAddress } from './interface/chat-limits.ts';
import { noteSite } from './going-live/note-site.ts';
import { toPublicConfig } from './interface/public-config.ts';
import { changeVisit } from './sessions/update-visit.ts';
import { forgetVisitor, openSession, presentSession } from './sessions/sessions.service.ts';
import type { ChatPlatform } from './chat-platform.ts';

const { publicRoute } = routesOn<ChatPlatform>();

const tag = 'Public chat';
const base = '/chat-interfaces/:slug';
const params = { slug: 'chat interface' };
const sessionParams = { ...params, id: 'chat session' };

export const publicChatRoutes = [
  publicRoute({
    method: 'GET',
    path: base,
    tag,
    summary: 'Get a chat interface’s public configuration',
    description:
      'Returns what the widget needs to render: branding, texts, uploads, consent. The requesting site is recorded at most once an hour; nothing about the visitor is recorded.',
    params,
    answer: PublicFace,
    admit: admitVisitor,
    handle: async ({ platform, admitted: { chat, origin, isPreview }, headers }) => {
      if (!isPreview) await noteSite(platform, { interfaceId: chat.id, origin, headers });
      return toPublicConfig(platform, chat);
    },
  }),
  publicRoute({
    method: 'GET',
    path: `${base}/challenge`,
    tag,
    summary: 'Get a challenge',
    description:
      'Returns a proof of work in the format of ALTCHA (version 2), without an envelope, as its clients expect. The solution is valid once and for ten minutes, and is needed to create a session if the interface requires a challenge.',
    operationId: 'getChatChallenge',
    params,
    bare: { 'application/json': challengeContent },
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
      'Creates a session for a visitor, or resumes the one that a token belongs to, and returns the token for all further calls.',
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
    description:
      'Changes what the agent may know about the visit. Metadata is merged; null removes a key. `seenMessageId` is a member’s newest message that the visitor has seen, or null: later ones are mailed to a visitor who leaves.',
    params: sessionParams,
    body: ChatSessionPatch,
    answer: ChatSession,
    errors: ['invalid_api_key', 'expired_api_key'],
    token: true,
    admit: admitSession,
    limits: ({ admitted }) => [actLimit(conversationOf(admitted), 'visit')],
    handle: async ({ platform, admitted, body }) => changeVisit(platform, conversationOf(admitted), body),
  }),
  publicRoute({
    method: 'DELETE',
    path: `${base}/sessions/:id`,
    tag,
    summary: 'Forget the visitor',
    description: 'Deletes all of the visitor’s threads, messages, files and tracked data.',
    params: sessionParams,
    answer: Deleted,
    errors: ['invalid_api_key', 'expired_api_key'],
    token: true,
    admit: admitSession,
    handle: async ({ platform, admitted }) => forgetVisitor(platform, conversationOf(admitted).session),
  }),
];

/** The session of an authenticated request. */
export function conversationOf({ chat, session }: SessionHolder): Conversation {
  if (session === undefined) throw new Error('a caller without a session must be rejected earlier');
  return { chat, session };
}
