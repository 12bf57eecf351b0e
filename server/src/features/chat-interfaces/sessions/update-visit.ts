import type { ChatSession, ChatSessionPatch, VisitedPage } from '@portico/shared-types';
import { applyMergePatch } from '../../../platform/apply-merge-patch.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { reportVisit } from '../../conversations/index.ts';
import type { ThreadsPlatform } from '../../threads/index.ts';
import type { ChatInterfaceRow } from '../interface/chat-interfaces.sql.ts';
import type { Conversation } from '../messages/messages.service.ts';
import { checkMetadata } from './check-metadata.ts';
import { presentSession } from './sessions.service.ts';
import { findSession, lockMetadata, updateVisit } from './sessions.sql.ts';
import { withoutResumeLink } from './track-visitor.ts';

/** Stores what the widget reports about a visit: page, language, and metadata, in which null removes a key. */
export async function changeVisit(
  platform: ThreadsPlatform,
  { chat, session }: Conversation,
  { page, locale, metadata, seenMessageId }: ChatSessionPatch,
): Promise<ChatSession> {
  const isShown = await platform.database.transaction(async (tx) => {
    const known = await lockMetadata(tx, session.id);
    if (known === undefined) throw notFound('chat session', session.id);
    const merged = metadata === undefined ? undefined : applyMergePatch(known, metadata);
    if (merged !== undefined) checkMetadata(merged);
    return updateVisit(tx, session.id, {
      ...(page && keptPage(chat, page)),
      locale,
      metadata: merged,
      seenMessageId,
    });
  });
  // After the commit, so that no lock on the session is held meanwhile.
  if (isShown) await reportVisit(platform, { workspaceId: session.workspace_id, threadId: session.thread_id });
  const changed = await findSession(platform.database.sql, chat.id, session.id);
  if (changed === undefined) throw notFound('chat session', session.id);
  return presentSession(platform, changed, chat);
}

/** Stores the page that a message was sent from. */
export async function visitPage(platform: Platform, { chat, session }: Conversation, page: VisitedPage): Promise<void> {
  await updateVisit(platform.database.sql, session.id, keptPage(chat, page));
}

/** The part of a page's address that may be stored: as allowed by tracking, or needed by the agent. */
function keptPage({ settings }: ChatInterfaceRow, { url, title }: VisitedPage) {
  const fields: readonly string[] = settings.context?.fields ?? [];
  const isTracked = settings.tracking.referrer;
  return {
    ...(isTracked || fields.includes('page.url') ? { pageUrl: withoutResumeLink(url) } : {}),
    ...(isTracked || fields.includes('page.title') ? { pageTitle: title ?? null } : {}),
  };
}
