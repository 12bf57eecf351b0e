import type { AccessLease } from '../../../platform/access-watch.ts';
import type { ChatPlatform } from '../chat-platform.ts';
import { endOfSession } from './session-end.ts';
import type { SessionRow } from './sessions.sql.ts';

/**
 * Watches a session: the signal fires once it has ended, its interface was deleted or, except in a preview, paused.
 */
export function watchSession(platform: ChatPlatform, session: SessionRow): AccessLease {
  return platform.chatInterfaces.sessions.watch(
    session.id,
    (now) => now !== undefined && endOfSession(now, now) > Date.now(),
  );
}
