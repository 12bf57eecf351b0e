import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Scope } from '@portico/shared-types';
import { type AccessLease, joinLeases } from '../../../platform/access-watch.ts';
import type { Platform } from '../../../platform/platform.ts';
import { mayStillGrant, watchGrant } from '../../people/index.ts';
import type { TaskRow } from './tasks.sql.ts';
import type { PersonasPlatform } from '../personas-platform.ts';

/** The rights of a link's holder: to view the task, or to decide its approvals as well. */
export type LinkRight = 'read' | 'decide';

/** A link that was given away. */
export interface LinkGrant {
  /** The key in whose name it was given; null for a link of an older version, which contained none. */
  readonly grantor: string | null;
  readonly right: LinkRight;
}

type Linked = Pick<TaskRow, 'id' | 'link_generation' | 'completed_at'>;

const dayMs = 86_400_000;
const rights = ['read', 'decide'] as const;
const scopesOf: Readonly<Record<LinkRight, readonly Scope[]>> = {
  read: ['personas:read', 'personas:execute'],
  decide: ['executions:approve'],
};

/**
 * The page of a task. Its token is in the fragment, which browsers don't send: it is in no log and no Referer. It
 * contains the key or member that requested it and a MAC of 256 bits with the server's secret, so that a copy of the
 * database doesn't reveal it.
 */
export function linkTo(platform: Platform, task: Linked, grant: LinkGrant): string {
  const token = createToken(platform.config.secretKey, task, grant);
  return `${platform.publicUrl}/personas/instances/${task.id}#token=${token}`;
}

/** When the task's links expire; null while it runs. */
export function endOfLinks(platform: Platform, { completed_at: completedAt }: Linked): Date | null {
  return completedAt === null ? null : new Date(Date.parse(completedAt) + platform.config.personaLinkDays * dayMs);
}

/**
 * The rights that a token grants for this task; undefined if it is not one of its tokens, was revoked, has expired, or
 * its key has ended or lost the scope.
 */
export async function findLinkGrant(
  platform: PersonasPlatform,
  task: Linked,
  token: string,
): Promise<LinkGrant | undefined> {
  const grant = readToken(platform.config.secretKey, task, token);
  if (grant === undefined || isOver(platform, task)) return undefined;
  if (grant.grantor === null) return grant;
  return (await mayStillGrant(platform, grant.grantor, scopesOf[grant.right])) ? grant : undefined;
}

/** Watches access that was opened with a link: the signal fires within two seconds after the link has ended. */
export function watchLink(platform: PersonasPlatform, task: Linked, { grantor, right }: LinkGrant): AccessLease {
  const lease = platform.personas.links.watch(
    task.id,
    (now) => now !== undefined && now.link_generation === task.link_generation && !isOver(platform, now),
  );
  return grantor === null ? lease : joinLeases([lease, watchGrant(platform, grantor, scopesOf[right])]);
}

function isOver(platform: Platform, task: Linked): boolean {
  const end = endOfLinks(platform, task);
  return end !== null && end.getTime() <= Date.now();
}

function readToken(secretKey: string, task: Linked, token: string): LinkGrant | undefined {
  const grantor = /^((?:key|mem)_[0-9a-z]{26})[\w-]{43}$/.exec(token)?.[1] ?? null;
  return rights
    .map((right): LinkGrant => ({ grantor, right }))
    .find((grant) => {
      const expected = Buffer.from(createToken(secretKey, task, grant));
      const given = Buffer.from(token);
      return given.length === expected.length && timingSafeEqual(given, expected);
    });
}

function createToken(secretKey: string, { id, link_generation: generation }: Linked, grant: LinkGrant): string {
  const { grantor, right } = grant;
  const mac = (text: string): string => createHmac('sha256', secretKey).update(text).digest('base64url');
  // Links of an older version end with the first revocation.
  if (grantor === null) return generation === 0 ? mac(`persona-link:${right}:${id}`) : '';
  return grantor + mac(`persona-link:${right}:${id}:${grantor}:${generation}`);
}
