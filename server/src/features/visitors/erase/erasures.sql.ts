import { json, type Sql, type Transaction } from '../../../platform/database.ts';
import { type LeaseKey, LeaseLost } from '../../../platform/leases/lease.ts';
import type { Traits } from '../person/person.sql.ts';

/** Time without a sign of the process after which another one continues an erasure. */
const heldFor = '2 minutes';

export interface Erasure extends LeaseKey {
  readonly workspace_id: string;
  readonly traits: Traits;
}

const columns = (sql: Sql) => sql`id, lease_token, workspace_id, traits`;

/** Records an erasure, held for this process. */
export async function insertErasure(
  tx: Transaction,
  { id, workspace_id: workspaceId, traits }: Omit<Erasure, 'lease_token'>,
): Promise<Erasure> {
  const [row] = await tx<Erasure[]>`
    INSERT INTO visitor_erasures (id, workspace_id, traits, due_at)
    VALUES (${id}, ${workspaceId}, ${json(traits)}, now() + ${heldFor}::interval)
    RETURNING ${columns(tx)}`;
  if (row === undefined) throw new Error('the erasure was not stored');
  return row;
}

const isHeld = (sql: Sql, { id, lease_token: token }: LeaseKey) => sql`id = ${id} AND lease_token = ${token}`;

/** Throws LeaseLost if a write has found no row: another process has taken the erasure, or has completed it. */
function requireHeld(rows: readonly unknown[]): void {
  if (rows.length === 0) throw new LeaseLost();
}

/** Marks that an erasure is in progress here. Throws LeaseLost. */
export async function holdErasure(sql: Sql, erasure: LeaseKey): Promise<void> {
  requireHeld(
    await sql`
    UPDATE visitor_erasures SET due_at = now() + ${heldFor}::interval WHERE ${isHeld(sql, erasure)} RETURNING 1`,
  );
}

/** Records what an erasure has found, in addition to what it knows. Throws LeaseLost. */
export async function addErasedIds(sql: Sql, erasure: LeaseKey, found: readonly string[]): Promise<void> {
  requireHeld(
    await sql`
    UPDATE visitor_erasures SET ids = ARRAY(SELECT unnest(ids) UNION SELECT unnest(${[...found]}::text[]))
    WHERE ${isHeld(sql, erasure)} RETURNING 1`,
  );
}

/** The ids of everything that an erasure has found. */
export async function readErasedIds(sql: Sql, id: string): Promise<string[]> {
  const [row] = await sql<{ ids: string[] }[]>`SELECT ids FROM visitor_erasures WHERE id = ${id}`;
  return row?.ids ?? [];
}

/** An erasure whose process has died or failed, held for this process. */
export async function takeErasure(sql: Sql): Promise<Erasure | undefined> {
  const [row] = await sql<Erasure[]>`
    UPDATE visitor_erasures SET due_at = now() + ${heldFor}::interval, lease_token = lease_token + 1 WHERE id = (
      SELECT id FROM visitor_erasures WHERE due_at < now() ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING ${columns(sql)}`;
  return row;
}

/** Ends an erasure. Throws LeaseLost. */
export async function deleteErasure(sql: Sql, erasure: LeaseKey): Promise<void> {
  requireHeld(await sql`DELETE FROM visitor_erasures WHERE ${isHeld(sql, erasure)} RETURNING 1`);
}
