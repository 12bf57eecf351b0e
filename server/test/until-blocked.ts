import type { Sql } from '../src/platform/database.ts';
import { eventually } from './client.ts';

/**
 * Waits until another transaction waits for a lock of this one. Only on a real server: the embedded database has one
 * connection, so its transactions run one after the other.
 */
export async function untilBlocked(tx: Sql): Promise<void> {
  await eventually(async () => {
    const blocked = await tx`
      SELECT 1 FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))`;
    return blocked.length > 0 || undefined;
  });
}
