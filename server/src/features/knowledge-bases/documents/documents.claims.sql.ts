import type { Sql } from '../../../platform/database.ts';
import type { HeldLease, LeaseKey } from '../../../platform/leases/lease.ts';
import type { ClaimCapacity } from '../../../platform/leases/ports.ts';
import { renewHeld } from '../../../platform/leases/renew-held.sql.ts';
import { takeDue } from '../../../platform/leases/take-due.sql.ts';
import { leaseMs, toInterval } from '../../../platform/leases/timings.ts';
import { type ClaimedDocument, held, type Lease } from './documents.sql.ts';

const lease = toInterval(leaseMs.document);
const heldRows = { table: 'documents', id: 'id', until: 'due_at', where: `leased.status = 'processing'`, lease };

/** Which documents take long, so that small ones need not wait for them; of an unknown size, they are large. */
const kinds = {
  small: 'leased.file_size <= 1048576',
  large: '(leased.file_size > 1048576 OR leased.file_size IS NULL)',
};

/** Claims documents to be processed. A document that is already being processed belonged to a process that died. */
export async function claimDocuments(
  sql: Sql,
  size: keyof typeof kinds,
  capacity: ClaimCapacity,
): Promise<ClaimedDocument[]> {
  const where = `leased.status IN ('queued', 'processing')`;
  const rows = { table: 'documents', id: 'id', dueAt: 'leased.due_at', kind: kinds[size], where };
  return sql<ClaimedDocument[]>`
    ${takeDue(sql, rows, capacity)}
    UPDATE documents d SET status = 'processing', lease_token = d.lease_token + 1, attempts = d.attempts + 1,
      broken_off = d.broken_off + (d.status = 'processing')::int, due_at = now() + ${lease}::interval,
      updated_at = now()
    FROM knowledge_bases b
    WHERE d.id = ANY(ARRAY(SELECT id FROM taken)) AND b.id = d.knowledge_base_id
    RETURNING d.id, d.workspace_id, d.knowledge_base_id, d.name, d.title, d.source, d.url, d.mode, d.metadata, d.storage_key,
      d.fetched_sha256, d.content_type, d.mime_type, d.fetched_url, d.edition, d.next_edition, d.fetched_edition, d.attempts,
      d.lease_token, d.broken_off, ${size === 'large'} AS is_large, b.embedding_model, b.chunk_size, b.chunk_overlap`;
}

/** Returns which of these documents are still held; `extend` renews their leases. */
export async function renewDocuments(sql: Sql, leases: readonly LeaseKey[], extend: boolean): Promise<HeldLease[]> {
  return renewHeld(sql, heldRows, leases, extend);
}

/** Releases a document as if it had not been claimed, to be claimed again after `afterMs`. */
export async function releaseDocument(sql: Sql, lease: Lease, afterMs: number): Promise<void> {
  await sql`
    UPDATE documents SET status = 'queued', attempts = attempts - 1, due_at = now() + ${toInterval(afterMs)}::interval,
      updated_at = now()
    WHERE ${held(sql, lease)}`;
}

/** Releases a document after a failed attempt, to be tried again after `seconds`. */
export async function postponeDocument(sql: Sql, lease: Lease, seconds: number): Promise<void> {
  await sql`
    UPDATE documents SET status = 'queued', due_at = now() + ${`${seconds} seconds`}::interval, updated_at = now()
    WHERE ${held(sql, lease)}`;
}

/** Makes every held document due; only if no other worker is alive. */
export async function releaseAllDocuments(sql: Sql): Promise<void> {
  await sql`UPDATE documents SET due_at = now() WHERE status = 'processing'`;
}
