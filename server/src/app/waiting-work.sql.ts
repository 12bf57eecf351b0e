import type { Sql } from '../platform/database.ts';
import type { WaitingWork } from '../platform/metrics.ts';

/** How much work of each kind waits. Each condition is that of an index, which only has unfinished rows. */
export async function measureWaitingWork(sql: Sql): Promise<WaitingWork[]> {
  return sql<WaitingWork[]>`
    SELECT work, count(due)::int AS count, coalesce(extract(epoch FROM now() - min(due)), 0)::float8 AS seconds
    FROM (VALUES ('executions'), ('replies'), ('submissions'), ('tasks'), ('documents'), ('crawls'), ('deliveries'), ('notices'))
      AS kinds (work)
    LEFT JOIN (
      SELECT 'executions' AS work, due_at AS due FROM executions WHERE due_at <= now()
      UNION ALL SELECT 'replies', coalesce(lease_until, created_at) FROM replies
        WHERE coalesce(lease_until, created_at) <= now()
      UNION ALL SELECT 'submissions', due_at FROM form_submissions
        WHERE due_at <= now() AND status IN ('submitted', 'processing')
      UNION ALL SELECT 'tasks', due_at FROM persona_instances
        WHERE due_at <= now() AND status IN ('pending', 'running', 'awaiting_approval')
      UNION ALL SELECT 'documents', due_at FROM documents WHERE due_at <= now() AND file_size <= 1048576
      UNION ALL SELECT 'documents', due_at FROM documents
        WHERE due_at <= now() AND (file_size > 1048576 OR file_size IS NULL)
      UNION ALL SELECT 'crawls', due_at FROM source_runs WHERE due_at <= now() AND status = 'running'
      UNION ALL SELECT 'deliveries', due_at FROM webhook_deliveries
        WHERE due_at <= now() AND webhook_id IN (SELECT id FROM webhooks WHERE status = 'enabled')
      UNION ALL SELECT 'notices', coalesce(lease_until, due_at) FROM conversation_notices
        WHERE coalesce(lease_until, due_at) <= now() AND kind IN ('waiting', 'team', 'webhook')
      UNION ALL SELECT 'notices', coalesce(lease_until, due_at) FROM conversation_notices
        WHERE coalesce(lease_until, due_at) <= now() AND kind IN ('mail', 'visitor')
    ) AS waiting USING (work)
    GROUP BY work`;
}
