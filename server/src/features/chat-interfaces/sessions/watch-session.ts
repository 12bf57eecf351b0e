import { type AccessLease, AccessWatch } from '../../../platform/access-watch.ts';
import type { Platform } from '../../../platform/platform.ts';
import { endOfSession } from './session-end.ts';
import { findOpenSessions, type OpenSession, type SessionRow } from './sessions.sql.ts';

const watches = new WeakMap<Platform, AccessWatch<OpenSession>>();

/** Watches a session: the signal fires once it has ended, or its interface was paused or taken away. */
export function watchSession(platform: Platform, session: SessionRow): AccessLease {
  return sessionWatch(platform).watch(session.id, (now) => now !== undefined && endOfSession(now, now) > Date.now());
}

function sessionWatch(platform: Platform): AccessWatch<OpenSession> {
  const known = watches.get(platform);
  if (known !== undefined) return known;
  const { log, stopping, database } = platform;
  const watch = new AccessWatch<OpenSession>({
    name: 'chat sessions',
    log,
    stopping,
    find: async (ids) => new Map((await findOpenSessions(database.sql, ids)).map((row) => [row.id, row])),
  });
  watches.set(platform, watch);
  return watch;
}
