import { ApiError, notFound } from '../../../platform/errors.ts';
import { isOriginAdmitted } from '../../../platform/http/admit-origin.ts';
import type { AdmitRequest, Admission } from '../../../platform/http/route.ts';
import { findDraft, previewExpired } from '../../previews/index.ts';
import type { ChatPlatform } from '../chat-platform.ts';
import { withDraft } from '../interface/chat-interfaces.service.ts';
import { findChatInterface, findChatInterfaceBySlug, type ChatInterfaceRow } from '../interface/chat-interfaces.sql.ts';
import { isExpired } from './session-end.ts';
import { hashSessionToken, readSessionToken } from './session-token.ts';
import { findSessionByToken, touchSession, type SessionRow } from './sessions.sql.ts';
import { watchSession } from './watch-session.ts';

export interface Visitor extends Admission {
  readonly chat: ChatInterfaceRow;
  readonly origin: string | undefined;
  /** True if the owner's team views a draft. */
  readonly isPreview: boolean;
}

export interface SessionHolder extends Visitor {
  /** Undefined if the caller is rejected. */
  readonly session: SessionRow | undefined;
}

/**
 * Finds the interface for a slug if the caller's origin may use it, or the draft named by the token in
 * `X-Portico-Preview`. Throws 404 otherwise, and 401 for an expired preview.
 */
export async function admitVisitor(request: AdmitRequest): Promise<Visitor> {
  const { platform, params, origin } = request;
  const slug = params['slug'] ?? '';
  const { sql } = platform.database;
  const preview = await findDraft(platform, request.headers);
  if (preview === undefined) throw previewExpired();
  const isPreview = preview !== 'none';
  const live = isPreview
    ? await findChatInterface(sql, preview.workspace_id, preview.interface_id)
    : await findChatInterfaceBySlug(sql, slug);
  if (live === undefined || live.slug !== slug) throw notFound('chat interface', slug, { isReadable: true });
  const chat = isPreview ? withDraft(live, preview.draft) : live;
  if (!isOriginAdmitted(request, chat.settings.allowed_origins)) throw notFound('chat interface', slug);
  return { chat, origin, allowedOrigin: origin, isPreview };
}

/** The same, together with the session of the caller's token; throws 401 for an invalid token. */
export async function admitSession(request: AdmitRequest<ChatPlatform>): Promise<SessionHolder> {
  const visitor = await admitVisitor(request);
  const token = readSessionToken(request.headers);
  const { sql } = request.platform.database;
  const session =
    token === undefined ? undefined : await findSessionByToken(sql, visitor.chat.id, hashSessionToken(token));
  if (session === undefined || session.id !== request.params['id'] || !isBoundTo(session, visitor)) {
    return { ...visitor, session: undefined, refusal: wrongToken() };
  }
  if (isExpired(session, visitor.chat)) return { ...visitor, session: undefined, refusal: expiredToken() };
  if (needsTouch(session, visitor.chat)) await touchSession(sql, session.id);
  const holder = { kind: 'session' as const, id: session.id };
  const isAdmitted = (origins: readonly string[]): boolean => isOriginAdmitted(request, origins);
  return { ...visitor, session, holder, watch: () => watchSession(request.platform, session, isAdmitted) };
}

/**
 * Whether the session was started for this page: for its origin, and for a preview if the request uses a draft. Browsers
 * don't send Origin with same-origin reads, so a request without one passes.
 */
export function isBoundTo(
  session: Pick<SessionRow, 'origin' | 'preview'>,
  { origin, isPreview }: Pick<Visitor, 'origin' | 'isPreview'>,
): boolean {
  if (isPreview && !session.preview) return false;
  return session.origin === null || origin === undefined || session.origin === origin;
}

export function wrongToken(): ApiError {
  return new ApiError('invalid_api_key', 'This session token is not valid.', { reason: 'session_invalid' });
}

export function expiredToken(): ApiError {
  return new ApiError('expired_api_key', 'This session has expired.', { reason: 'session_expired' });
}

/** Once a minute is enough, or ten times within a short idle timeout. */
function needsTouch(session: SessionRow, { settings }: ChatInterfaceRow): boolean {
  const idle = (settings.behaviour.idle_timeout_minutes ?? Infinity) * 60_000;
  return session.idle_ms > Math.min(60_000, idle / 10);
}
