import type { Sql } from '../database.ts';
import type { HeldLease, LeaseKey } from './lease.ts';

/** The table and columns of leases; the names are constants of the features, never input. */
export interface HeldTable {
  readonly table: string;
  readonly id: string;
  /** The column with the token of a lease, if not `lease_token`. */
  readonly token?: string;
  /** The column with the end of a lease. */
  readonly until: string;
  /** Further conditions for a held row besides its token, as SQL over `leased`. */
  readonly where?: string;
  /** How long a lease lasts, as an interval. */
  readonly lease: string;
}

/** Returns which of these rows are still held; `extend` renews their leases. */
export async function renewHeld(
  sql: Sql,
  { table, id, token = 'lease_token', until, where = 'true', lease }: HeldTable,
  keys: readonly LeaseKey[],
  extend: boolean,
): Promise<HeldLease[]> {
  const mine = sql`unnest(${keys.map((key) => key.id)}::text[], ${keys.map((key) => key.lease_token)}::int[]) AS mine (id, token)`;
  const isMine = sql.unsafe(`leased.${id} = mine.id AND leased.${token} = mine.token AND ${where}`);
  if (!extend) return sql<HeldLease[]>`SELECT mine.id FROM ${sql(table)} AS leased JOIN ${mine} ON ${isMine}`;
  const key = sql.unsafe(`leased.${id}`);
  // Locked in the order of their ids, as in every other statement that locks several: two orders would be a deadlock.
  return sql<HeldLease[]>`
    WITH held AS MATERIALIZED (
      SELECT ${key} AS id FROM ${sql(table)} AS leased JOIN ${mine} ON ${isMine} ORDER BY ${key} FOR NO KEY UPDATE OF leased
    )
    UPDATE ${sql(table)} AS leased SET ${sql(until)} = now() + ${lease}::interval FROM held WHERE ${key} = held.id
    RETURNING held.id`;
}
