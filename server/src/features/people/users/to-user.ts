import type { User } from '@portico/shared-types';
import type { UserRow } from './users.sql.ts';

/** A person as others see them: without credentials. */
export function toUser({ id, email, name, avatar_url, created_at, last_seen_at }: UserRow): User {
  return { id, email, name, avatar_url, created_at, last_seen_at };
}
