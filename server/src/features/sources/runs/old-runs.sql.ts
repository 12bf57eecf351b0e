import type { Sql } from '../../../platform/database.ts';

/** Number of runs that are kept of each source, however old they are. */
const keptRuns = 100;
/** Days for which every run is kept. */
const keptDays = 90;

/** The ended run of a source before the one in progress, whose events are still stored; undefined if there is none. */
export async function findPreviousRun(sql: Sql, sourceId: string): Promise<string | undefined> {
  const [row] = await sql<{ id: string }[]>`
    SELECT id FROM source_runs WHERE source_id = ${sourceId} AND status <> 'running' ORDER BY id DESC LIMIT 1`;
  return row?.id;
}

/** A run that is not kept any more. */
export interface OldRun {
  readonly id: string;
  readonly is_unused: true;
}

/** At most `limit` runs of these sources that are not kept any more, in order, after the given id. */
export async function findOldRuns(
  sql: Sql,
  sourceIds: readonly string[],
  after: string,
  limit: number,
): Promise<OldRun[]> {
  return sql<OldRun[]>`
    SELECT r.id, true AS is_unused FROM unnest(${[...sourceIds]}::text[]) AS s (id)
    CROSS JOIN LATERAL (
      SELECT id FROM source_runs WHERE source_id = s.id ORDER BY id DESC OFFSET ${keptRuns - 1} LIMIT 1) AS kept
    JOIN source_runs r ON r.source_id = s.id AND r.id < kept.id
      AND r.finished_at < now() - ${keptDays}::int * interval '1 day'
    WHERE r.id > ${after} ORDER BY r.id LIMIT ${limit}`;
}

/** Deletes at most `limit` changes of a run; returns the number. */
export async function deleteChanges(sql: Sql, runId: string, limit: number): Promise<number> {
  const rows = await sql`
    DELETE FROM source_changes WHERE run_id = ${runId} AND position = ANY(ARRAY(
      SELECT position FROM source_changes WHERE run_id = ${runId} LIMIT ${limit} FOR UPDATE SKIP LOCKED))
    RETURNING 1`;
  return rows.length;
}

export async function deleteRun(tx: Sql, id: string): Promise<void> {
  await tx`DELETE FROM source_runs WHERE id = ${id}`;
}
