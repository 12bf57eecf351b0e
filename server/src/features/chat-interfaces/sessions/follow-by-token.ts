import type { IncomingHttpHeaders } from 'node:http';
import type { AccessLease } from '../../../platform/access-watch.ts';
import { ApiError } from '../../../platform/errors.ts';
import type { ChatPlatform } from '../chat-platform.ts';
import type { EventStream } from '../../../platform/sse.ts';
import { admitSession, wrongToken } from './admit-visitor.ts';
import { followSession } from '../messages/messages.service.ts';
import { hashSessionToken } from './session-token.ts';
import { findPlaceOfToken } from './sessions.sql.ts';

export interface FollowedSession {
  readonly sessionId: string;
  readonly stream: EventStream;
  /** Watches the session while it is followed. */
  watch(): AccessLease;
}

/**
 * The stream of the session that a token belongs to, for transports that have only the token. `headers` are those of
 * the handshake, with the event to resume from in `last-event-id`. Throws the errors of the session's own stream: 401
 * for a wrong or expired token, 404 for an origin that isn't allowed.
 */
export async function followByToken(
  platform: ChatPlatform,
  token: string,
  headers: IncomingHttpHeaders,
): Promise<FollowedSession> {
  const place = await findPlaceOfToken(platform.database.sql, hashSessionToken(token));
  if (place === undefined) throw wrongToken();
  const { chat, session, refusal, watch } = await admitSession({
    platform,
    params: { slug: place.slug, id: place.session_id },
    origin: headers.origin,
    headers: { ...headers, authorization: `Bearer ${token}` },
  });
  if (refusal instanceof ApiError) throw refusal;
  if (session === undefined || watch === undefined) throw wrongToken();
  const stream = followSession(platform, { chat, session }, { ...headers, accept: 'text/event-stream' });
  return { sessionId: session.id, stream, watch };
}
