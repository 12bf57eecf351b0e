import type { Feature } from '../../platform/feature.ts';
import { bindRoutes } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiKeys } from '../api-keys/index.ts';
import type { MembersPlatform } from './members/members.service.ts';
import { openPeople, type People, type PeoplePlatform } from './people-platform.ts';
import { peopleRoutes } from './people.routes.ts';
import { deleteOldChallenges } from './passkeys/passkeys.sql.ts';
import { deleteOldSessions } from './sessions/sessions.sql.ts';
import { deleteOldLinks } from './sign-in/owner-links.ts';
import { deleteOldLimits } from './sign-in/sign-in-limits.ts';
import type { WorkspacesPlatform } from './workspaces/workspaces.service.ts';

interface PeoplePorts
  extends Pick<MembersPlatform, 'releaseConversations'>, Pick<WorkspacesPlatform, 'rescheduleSources'> {
  readonly apiKeys: ApiKeys;
}

export function createPeople(platform: Platform, ports: PeoplePorts): Feature & People {
  const people = openPeople(platform);
  const extended: PeoplePlatform & MembersPlatform & WorkspacesPlatform = { ...platform, ...ports, people };
  return {
    name: 'people',
    ...people,
    routes: bindRoutes(extended, peopleRoutes),
    sweeps: [{ name: 'people.sign-in', everyMs: 600_000, run: async () => sweepSignIn(platform) }],
  };
}

/** Removes sessions, links, challenges and counts of wrong passwords that are no longer valid. */
async function sweepSignIn({ database: { sql } }: Platform): Promise<void> {
  await deleteOldSessions(sql);
  await deleteOldLinks(sql);
  await deleteOldChallenges(sql);
  await deleteOldLimits(sql);
}
