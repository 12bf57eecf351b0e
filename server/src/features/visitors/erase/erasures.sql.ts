import { json, type Sql, type Transaction } from '../../../platform/database.ts';
import type { Traits } from '../person/person.sql.ts';

/** Time without progress after which another process continues an erasure. */
const heldFor = '2 minutes';

export interface Erasure {
  readonly id: string;
  readonly workspace_id: string;
  readonly traits: Traits;
}

export async function insertErasure(
  tx: Transaction,
  { id, workspace_id: workspaceId, traits }: Erasure,
): Promise<void> {
  await tx`
    INSERT INTO visitor_erasures (id, workspace_id, traits, due_at)
    VALUES (${id}, ${workspaceId}, ${json(traits)}, now() + ${heldFor}::interval)`;
}

/** Marks that an erasure is in progress here. */
export async function holdErasure(sql: Sql, id: string): Promise<void> {
  await sql`UPDATE visitor_erasures SET due_at = now() + ${heldFor}::interval WHERE id = ${id}`;
}

/** Records what an erasure has found, in addition to what it knows. */
export async function addErasedIds(sql: Sql, id: string, found: readonly string[]): Promise<void> {
  await sql`
    UPDATE visitor_erasures SET ids = ARRAY(SELECT unnest(ids) UNION SELECT unnest(${[...found]}::text[]))
    WHERE id = ${id}`;
}

/** The ids of everything that an erasure has found. */
export async function readErasedIds(sql: Sql, id: string): Promise<string[]> {
  const [row] = await sql<{ ids: string[] }[]>`SELECT ids FROM visitor_erasures WHERE id = ${id}`;
  return row?.ids ?? [];
}

/** An erasure whose process has died or failed, held for this process. */
export async function takeErasure(sql: Sql): Promise<Erasure | undefined> {
  const [row] = await sql<Erasure[]>`
    UPDATE visitor_erasures SET due_at = now() + ${heldFor}::interval WHERE id = (
      SELECT id FROM visitor_erasures WHERE due_at < now() ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id, workspace_id, traits`;
  return row;
}

export async function deleteErasure(sql: Sql, id: string): Promise<void> {
  await sql`DELETE FROM visitor_erasures WHERE id = ${id}`;
}
