import type { User } from '@portico/shared-types';
import type { Sql, Transaction } from '../../../platform/database.ts';

/** A person with the data for signing in. */
export interface UserRow extends User {
  readonly password_hash: string | null;
  /** Null if nobody has proved yet to own the e-mail address. */
  readonly email_verified_at: string | null;
  readonly last_workspace_id: string | null;
}

const columns = (sql: Sql) =>
  sql`id, email, name, avatar_url, password_hash, email_verified_at, last_workspace_id, created_at, last_seen_at`;

/** The person with the first of these spellings of an address that one has. */
export async function findUserWith(sql: Sql, emails: readonly string[]): Promise<UserRow | undefined> {
  const [row] = await sql<UserRow[]>`
    SELECT ${columns(sql)} FROM users WHERE email = ANY(${[...emails]})
    ORDER BY array_position(${[...emails]}::text[], email) LIMIT 1`;
  return row;
}

export async function findUser(sql: Sql, id: string): Promise<UserRow | undefined> {
  const [row] = await sql<UserRow[]>`SELECT ${columns(sql)} FROM users WHERE id = ${id}`;
  return row;
}

/** The same, locked until the transaction ends. */
export async function lockUser(tx: Transaction, id: string): Promise<UserRow | undefined> {
  const [row] = await tx<UserRow[]>`SELECT ${columns(tx)} FROM users WHERE id = ${id} FOR NO KEY UPDATE`;
  return row;
}

export interface NewUser {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string | null;
  /** Whether it is proved that the person owns the address. */
  readonly isEmailVerified: boolean;
}

/** Returns undefined if the address is already taken. */
export async function insertUser(sql: Sql, user: NewUser): Promise<UserRow | undefined> {
  const [row] = await sql<UserRow[]>`
    INSERT INTO users (id, email, name, password_hash, email_verified_at)
    VALUES (${user.id}, ${user.email}, ${user.name}, ${user.passwordHash}, CASE WHEN ${user.isEmailVerified} THEN now() END)
    ON CONFLICT (email) DO NOTHING RETURNING ${columns(sql)}`;
  return row;
}

/** The password was chosen by somebody who may not own the address, so it is removed. */
export async function markEmailVerified(sql: Sql, id: string): Promise<void> {
  await sql`UPDATE users SET email_verified_at = now(), password_hash = NULL WHERE id = ${id}`;
}

export async function setPassword(sql: Sql, id: string, passwordHash: string): Promise<void> {
  await sql`UPDATE users SET password_hash = ${passwordHash} WHERE id = ${id}`;
}

export async function updateUser(
  sql: Sql,
  id: string,
  { name, avatarUrl }: { name: string; avatarUrl: string | null },
): Promise<void> {
  await sql`UPDATE users SET name = ${name}, avatar_url = ${avatarUrl} WHERE id = ${id}`;
}
