import type { PageQuery, Passkey } from '@portico/shared-types';
import type { Sql } from '../../../platform/database.ts';
import type { Page } from '../../../platform/http/route.ts';
import { selectPage } from '../../../platform/select-page.ts';

/** A passkey with the data to verify it. */
export interface PasskeyRow extends Passkey {
  readonly user_id: string;
  readonly credential_id: string;
  readonly public_key: Buffer;
  readonly counter: string;
  readonly transports: string[];
}

const shown = (sql: Sql) => sql`id, name, created_at, last_used_at`;
const columns = (sql: Sql) => sql`${shown(sql)}, user_id, credential_id, public_key, counter, transports`;

export async function insertChallenge(sql: Sql, challenge: string, userId: string | null): Promise<void> {
  await sql`
    INSERT INTO passkey_challenges (challenge, user_id, expires_at)
    VALUES (${challenge}, ${userId}, now() + interval '5 minutes')`;
}

/** Uses up a challenge; false if it is unknown, used, expired, or another person's. */
export async function takeChallenge(sql: Sql, challenge: string, userId: string | null): Promise<boolean> {
  const rows = await sql<{ user_id: string | null; is_live: boolean }[]>`
    DELETE FROM passkey_challenges WHERE challenge = ${challenge} RETURNING user_id, expires_at > now() AS is_live`;
  const [row] = rows;
  return row !== undefined && row.is_live && row.user_id === userId;
}

export async function deleteOldChallenges(sql: Sql): Promise<void> {
  await sql`DELETE FROM passkey_challenges WHERE expires_at < now()`;
}

export async function listCredentials(sql: Sql, userId: string): Promise<PasskeyRow[]> {
  return sql<PasskeyRow[]>`SELECT ${columns(sql)} FROM passkeys WHERE user_id = ${userId}`;
}

export async function findByCredential(sql: Sql, credentialId: string): Promise<PasskeyRow | undefined> {
  const [row] = await sql<PasskeyRow[]>`SELECT ${columns(sql)} FROM passkeys WHERE credential_id = ${credentialId}`;
  return row;
}

export interface NewPasskey {
  readonly id: string;
  readonly userId: string;
  readonly credentialId: string;
  readonly publicKey: Uint8Array;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly name: string;
}

/** Returns undefined if the credential is already registered. */
export async function insertPasskey(sql: Sql, passkey: NewPasskey): Promise<Passkey | undefined> {
  const [row] = await sql<Passkey[]>`
    INSERT INTO passkeys (id, user_id, credential_id, public_key, counter, transports, name)
    VALUES (${passkey.id}, ${passkey.userId}, ${passkey.credentialId}, ${Buffer.from(passkey.publicKey)},
      ${passkey.counter}, ${[...passkey.transports]}, ${passkey.name})
    ON CONFLICT (credential_id) DO NOTHING RETURNING ${shown(sql)}`;
  return row;
}

/** Returns false if the passkey was removed. */
export async function markPasskeyUsed(sql: Sql, id: string, counter: number): Promise<boolean> {
  const { count } = await sql`UPDATE passkeys SET counter = ${counter}, last_used_at = now() WHERE id = ${id}`;
  return count > 0;
}

export async function listPasskeys(sql: Sql, userId: string, query: PageQuery): Promise<Page<Passkey>> {
  return selectPage<Passkey>(sql, query, {
    columns: shown(sql),
    from: sql`passkeys WHERE user_id = ${userId}`,
  });
}

/** Returns their names. */
export async function deleteAllPasskeys(sql: Sql, userId: string): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`DELETE FROM passkeys WHERE user_id = ${userId} RETURNING name`;
  return rows.map(({ name }) => name);
}

export async function deletePasskey(sql: Sql, userId: string, id: string): Promise<string | undefined> {
  const [row] = await sql<{ name: string }[]>`
    DELETE FROM passkeys WHERE user_id = ${userId} AND id = ${id} RETURNING name`;
  return row?.name;
}
