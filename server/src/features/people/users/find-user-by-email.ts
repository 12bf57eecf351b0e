import type { Sql } from '../../../platform/database.ts';
import { spellingsOf } from '../../../platform/email-spellings.ts';
import { findUserWith, type UserRow } from './users.sql.ts';

/** Providers of OpenID Connect may have given an international domain in another spelling than a form or an invitation. */
export async function findUserByEmail(sql: Sql, email: string): Promise<UserRow | undefined> {
  return findUserWith(sql, spellingsOf(email));
}
