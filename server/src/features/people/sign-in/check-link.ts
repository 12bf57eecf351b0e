import type { CheckedLink, LinkCheck } from '@portico/shared-types';
import type { Platform } from '../../../platform/platform.ts';
import { getOpenInvitation } from '../invitations/invitations.service.ts';
import { findUserByEmail } from '../users/find-user-by-email.ts';
import { getOwnerLink } from './owner-links.ts';

/**
 * Whom a link is for, so that the console can reject a used one before anything is filled in. Only somebody who has the
 * link learns it, and using the link would tell the same. Does not use the link up.
 * @throws ApiError 401 for a used, unknown or expired token.
 */
export async function checkLink({ database: { sql } }: Platform, { kind, token }: LinkCheck): Promise<CheckedLink> {
  const { email } = kind === 'setup' ? await getOwnerLink(sql, token) : await getOpenInvitation(sql, token);
  const known = email === null ? undefined : await findUserByEmail(sql, email);
  return { email, has_account: known !== undefined };
}
