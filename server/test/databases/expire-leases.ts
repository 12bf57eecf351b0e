import { leaseMs } from '../../src/platform/leases/timings.ts';
import { connect } from './connect.ts';

/** The tables of leased rows: which rows are held, and until when. */
const leases = [
  { table: 'executions', until: 'due_at', held: 'held', ms: leaseMs.execution },
  { table: 'replies', until: 'lease_until', held: 'lease_until IS NOT NULL', ms: leaseMs.reply },
  { table: 'persona_instances', until: 'due_at', held: `status = 'running'`, ms: leaseMs.task },
  { table: 'webhook_deliveries', until: 'due_at', held: 'leased', ms: leaseMs.delivery },
  { table: 'conversation_notices', until: 'lease_until', held: 'lease_until IS NOT NULL', ms: leaseMs.delivery },
  { table: 'documents', until: 'due_at', held: `status = 'processing'`, ms: leaseMs.document },
  { table: 'form_submissions', until: 'due_at', held: 'held', ms: leaseMs.submission },
  {
    table: 'form_submissions',
    until: 'index_due_at',
    held: 'index_held AND index_due_at IS NOT NULL',
    ms: leaseMs.submission,
  },
  { table: 'source_runs', until: 'due_at', held: `status = 'running'`, ms: leaseMs.crawl },
];

/**
 * Ends the leases of a dead process now instead of waiting: if a server has several processes, the next one would wait
 * for up to a minute. Must only be called if no process is alive.
 * @throws Error if a lease would have lasted longer than its kind may.
 */
export async function expireLeases(databaseUrl: string): Promise<void> {
  const sql = connect(databaseUrl);
  try {
    for (const { table, until, held, ms } of leases) {
      const rows = await sql.unsafe(`
        WITH held AS (SELECT ctid AS row, ${until} AS until FROM ${table} WHERE ${held} FOR UPDATE)
        UPDATE ${table} SET ${until} = least(now(), ${until}) FROM held WHERE ctid = row
        RETURNING extract(epoch FROM held.until - now()) * 1000 AS left`);
      const longest = Math.max(0, ...rows.map(({ left }) => Number(left)));
      if (longest > ms) throw new Error(`a lease in ${table} lasts for ${longest} ms more, and may for ${ms}`);
    }
  } finally {
    await sql.end();
  }
}
