import { AccessWatch } from '../../platform/access-watch.ts';
import { createBatcher } from '../../platform/batcher.ts';
import type { Platform } from '../../platform/platform.ts';
import type { KeysPlatform } from '../api-keys/index.ts';
import { findRoles, type MemberRole } from './members/members.sql.ts';
import { findSessionsById, findSessionsByToken, type SessionRow } from './sessions/sessions.sql.ts';

/** What this process keeps of people who are signed in. */
export interface People {
  /**
   * Finds the session of a token's hash as it is now: requests that come while others' sessions are being looked up
   * share the next query, so that an ended session is refused from the next request on.
   */
  readonly lookUpSession: (hash: string) => Promise<SessionRow | undefined>;
  readonly sessions: AccessWatch<SessionRow>;
  readonly members: AccessWatch<MemberRole>;
}

/** The platform with what authenticating by key or session needs. */
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
