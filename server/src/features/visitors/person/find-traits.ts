import type { DataSubject } from '@portico/shared-types';
import { withAsciiDomain } from '@portico/shared-types/rules/read-email-address';
import type { Sql } from '../../../platform/database.ts';
import { spellingsOf } from '../../../platform/email-spellings.ts';
import { listEmailsOf, listUsersWith, type Traits } from './person.sql.ts';

/** The traits that a request names, with those that a site's signature connects with them. */
export async function findTraits(sql: Sql, workspaceId: string, subject: DataSubject): Promise<Traits> {
  const { user_id: userId, email = '', visitor_id: visitorId } = subject;
  const traits = { userIds: [], emails: [], visitorIds: [], emailsOfUsers: false };
  if (visitorId !== undefined) return { ...traits, visitorIds: [visitorId] };
  if (userId !== undefined) {
    return { ...traits, userIds: [userId], emails: spell(await listEmailsOf(sql, workspaceId, userId)) };
  }
  const emails = spell([email]);
  return { ...traits, userIds: await listUsersWith(sql, workspaceId, emails), emails, emailsOfUsers: true };
}

/** The addresses as they are stored: as they were typed in a text, or as a form or a site's signature has them. */
function spell(emails: readonly string[]): string[] {
  return [...new Set(emails.flatMap((email) => [email, ...spellingsOf(withAsciiDomain(email))]))];
}
