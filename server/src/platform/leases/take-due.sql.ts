import type { Sql } from '../database.ts';
import type { ClaimCapacity } from './ports.ts';
import { suspectBreakOffs } from './timings.ts';

/** A table of leased rows with `workspace_id`, an id, the time at which a row is due, and how often processes died over it. */
export interface LeasedTable {
  readonly table: string;
  readonly id: string;
  /** When a row is due, as an expression over `leased`; null for rows that never are. */
  readonly dueAt: string;
  /** The rows that are looked at, if not all, as SQL over `leased` and a condition of the index. */
  readonly kind?: string;
  /** The number of processes that died over a row, as an expression over `leased`, if it isn't its `broken_off`. */
  readonly brokenOff?: string;
  /** Other conditions for a row to be claimed, as SQL over `leased`. */
  readonly where?: string;
}

/**
 * The beginning of a claiming statement: `WITH RECURSIVE … taken (id)` are the rows to claim, locked, the workspaces in
 * turn, the longest due first in each. The workspaces are found by skipping through an index on `workspace_id` and the
 * due time, so that a hundred thousand waiting rows of one workspace cost the others nothing. No other index may begin
 * with the due time: Postgres would use it if most rows belong to one workspace, and read them all for the others. The
 * names are constants of the features, never input.
 */
export function takeDue(
  sql: Sql,
  { table, id, dueAt, kind = 'true', brokenOff = 'leased.broken_off', where = 'true' }: LeasedTable,
  capacity: ClaimCapacity,
) {
  const isDue = `${dueAt} <= now() AND ${kind} AND ${where}`;
  const isElsewhere = sql`${sql.unsafe(`leased.${id}`)} <> ALL(${[...capacity.running]}::text[])`;
  const next = (after: string) =>
    `(SELECT leased.workspace_id FROM ${table} AS leased WHERE ${dueAt} IS NOT NULL AND ${kind} ${after}
      ORDER BY leased.workspace_id LIMIT 1)`;
  return sql`
    WITH RECURSIVE workspaces AS (
      SELECT ${sql.unsafe(next(''))} AS workspace_id
      UNION ALL
      SELECT ${sql.unsafe(next('AND leased.workspace_id > workspaces.workspace_id'))} FROM workspaces WHERE workspace_id IS NOT NULL
    ), due AS (
      SELECT next.id, next.due_at, next.suspect, place + coalesce(busy.count, 0) AS turn
      FROM workspaces
      LEFT JOIN unnest(${[...capacity.busy.keys()]}::text[], ${[...capacity.busy.values()]}::int[]) AS busy (id, count)
        ON busy.id = workspaces.workspace_id
      CROSS JOIN LATERAL (
        SELECT *, row_number() OVER () AS place FROM (
          SELECT ${sql.unsafe(`leased.${id} AS id, ${dueAt} AS due_at`)},
            ${sql.unsafe(brokenOff)} = ${suspectBreakOffs}::int AS suspect
          FROM ${sql(table)} AS leased
          WHERE leased.workspace_id = workspaces.workspace_id AND ${sql.unsafe(isDue)} AND ${isElsewhere}
            AND (${capacity.suspects}::boolean OR ${sql.unsafe(brokenOff)} <> ${suspectBreakOffs}::int)
          ORDER BY ${sql.unsafe(dueAt)}
          LIMIT greatest(0, least(${capacity.limit}::int, ${capacity.share}::int - coalesce(busy.count, 0)))
        ) AS first
      ) AS next
    ), chosen AS (
      SELECT id FROM (SELECT *, row_number() OVER (PARTITION BY suspect ORDER BY due_at) AS among FROM due) AS ranked
      WHERE NOT suspect OR among = 1
      ORDER BY turn, due_at LIMIT ${capacity.limit}
    ), taken AS (
      SELECT ${sql.unsafe(`leased.${id} AS id`)} FROM ${sql(table)} AS leased
      -- An array, as the planner would take a join with so many rows for a reason to read the whole table.
      WHERE ${sql.unsafe(`leased.${id}`)} = ANY(ARRAY(SELECT id FROM chosen)) AND ${sql.unsafe(isDue)}
      FOR UPDATE SKIP LOCKED
    )`;
}
