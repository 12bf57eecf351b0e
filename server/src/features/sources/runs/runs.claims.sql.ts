import type { Sql } from '../../../platform/database.ts';
import type { HeldLease, Lease, LeaseKey } from '../../../platform/leases/lease.ts';
import type { ClaimCapacity } from '../../../platform/leases/ports.ts';
import { renewHeld } from '../../../platform/leases/renew-held.sql.ts';
import { takeDue } from '../../../platform/leases/take-due.sql.ts';
import { leaseMs, toInterval } from '../../../platform/leases/timings.ts';

const lease = toInterval(leaseMs.crawl);
const heldRows = { table: 'source_runs', id: 'id', until: 'due_at', where: `leased.status = 'running'`, lease };

/** A run held by this process, with its source's settings. */
export interface ClaimedRun extends Lease {
  readonly workspace_id: string;
  readonly source_id: string;
  readonly is_seeded: boolean;
  readonly knowledge_base_id: string;
  readonly type: 'website' | 'sitemap' | 'urls';
  readonly url: string | null;
  readonly urls: readonly string[];
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly max_pages: number;
  readonly max_depth: number;
  readonly css_include: string | null;
  readonly css_exclude: string | null;
  readonly respect_robots: boolean;
  readonly headers: Buffer | null;
}

/** Claims due runs. */
export async function claimRuns(sql: Sql, capacity: ClaimCapacity): Promise<ClaimedRun[]> {
  const where = `leased.status = 'running'`;
  return sql<ClaimedRun[]>`
    ${takeDue(sql, { table: 'source_runs', id: 'id', dueAt: 'leased.due_at', where }, capacity)}
    UPDATE source_runs r SET lease_token = r.lease_token + 1, due_at = now() + ${lease}::interval,
      -- One that was given back is due at once, one whose process died when its lease has run out.
      broken_off = r.broken_off + (r.lease_token > 0 AND NOT r.is_released)::int, is_released = false
    FROM sources s
    WHERE r.id = ANY(ARRAY(SELECT id FROM taken)) AND s.id = r.source_id
    RETURNING r.id, r.workspace_id, r.source_id, r.is_seeded, r.lease_token, r.broken_off, s.knowledge_base_id, s.type,
      s.url, s.urls, s.include, s.exclude, s.max_pages, s.max_depth, s.css_include, s.css_exclude, s.respect_robots,
      s.headers`;
}

/** Returns which of these runs are still held; `extend` renews their leases. */
export async function renewRuns(sql: Sql, leases: readonly LeaseKey[], extend: boolean): Promise<HeldLease[]> {
  return renewHeld(sql, heldRows, leases, extend);
}

/** Releases a run as if it had not been claimed, to be claimed again after `afterMs`. */
export async function releaseRun(sql: Sql, run: LeaseKey, afterMs: number): Promise<void> {
  await sql`
    UPDATE source_runs SET due_at = now() + ${toInterval(afterMs)}::interval, is_released = true
    WHERE id = ${run.id} AND lease_token = ${run.lease_token} AND status = 'running'`;
}

/** Makes every held run due; only if no other worker is alive. */
export async function releaseAllRuns(sql: Sql): Promise<void> {
  await sql`UPDATE source_runs SET due_at = now() WHERE status = 'running'`;
}
