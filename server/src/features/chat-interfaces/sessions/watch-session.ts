import type { AccessLease } from '../../../platform/access-watch.ts';
import type { ChatPlatform } from '../chat-platform.ts';
import { endOfSession } from './session-end.ts';
import type { SessionRow } from './sessions.sql.ts';

/**
 * Watches a session: the signal fires once it has ended, its interface was deleted or, except in a preview, paused or no
 * longer open to the page, by `isAdmitted` of the origins that may embed it.
 */
export function watchSession(
  platform: ChatPlatform,
  session: SessionRow,
  isAdmitted: (origins: readonly string[]) => boolean,
): AccessLease {
  return platform.chatInterfaces.sessions.watch(
    session.id,
    (now) =>
      now !== undefined &&
      endOfSession(now, now) > Date.now() &&
      (session.preview || isAdmitted(now.settings.allowed_origins)),
  );
}
