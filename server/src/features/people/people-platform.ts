import { AccessWatch } from '../../platform/access-watch.ts';
import { createBatcher } from '../../platform/batcher.ts';
import type { Platform } from '../../platform/platform.ts';
import type { KeysPlatform } from '../api-keys/index.ts';
import { findRoles, type MemberRole } from './members/members.sql.ts';
import { findSessionsById, findSessionsByToken, type SessionRow } from './sessions/sessions.sql.ts';

/** In-memory state of signed-in people in this process. */
export interface People {
  /**
   * Looks up the current state of a session by its token's hash. Requests that arrive during a query share the next
   * one, so an ended session is rejected from the next request on.
   */
  readonly lookUpSession: (hash: string) => Promise<SessionRow | undefined>;
  readonly sessions: AccessWatch<SessionRow>;
  readonly members: AccessWatch<MemberRole>;
}

/** The platform plus the dependencies of authentication by key or session. */
export interface PeoplePlatform extends KeysPlatform {
  readonly people: People;
}

export function openPeople({ database: { sql, embedded }, log, stopping }: Platform): People {
  return {
    lookUpSession: createBatcher(
      async (hashes: readonly string[]) => {
        const rows = await findSessionsByToken(sql, [...new Set(hashes)]);
        const sessions = new Map(rows.map((row) => [row.token_hash, row]));
        return hashes.map((wanted) => sessions.get(wanted));
      },
      { maxConcurrent: embedded ? 1 : 3, maxItems: 100 },
    ),
    sessions: new AccessWatch<SessionRow>({
      name: 'sessions',
      log,
      stopping,
      find: async (ids) => new Map((await findSessionsById(sql, ids)).map((row) => [row.id, row])),
    }),
    members: new AccessWatch<MemberRole>({
      name: 'members',
      log,
      stopping,
      find: async (ids) => new Map((await findRoles(sql, ids)).map((row) => [row.id, row])),
    }),
  };
}
