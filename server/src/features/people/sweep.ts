import type { Platform } from '../../platform/platform.ts';
import { deleteOldChallenges } from './passkeys/passkeys.sql.ts';
import { deleteOldSessions } from './sessions/sessions.sql.ts';
import { deleteOldLinks } from './sign-in/owner-links.ts';
import { deleteOldLimits } from './sign-in/sign-in-limits.ts';

/** Removes sessions, links, challenges and counts of wrong passwords that are no longer valid. */
export async function sweepSignIn({ database: { sql } }: Platform): Promise<void> {
  await deleteOldSessions(sql);
  await deleteOldLinks(sql);
  await deleteOldChallenges(sql);
  await deleteOldLimits(sql);
}
