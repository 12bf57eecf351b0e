import type { Sql } from '../../../platform/database.ts';
import { workspacesInTurn } from '../../../platform/leases/workspaces-in-turn.sql.ts';

/** The stored settings of an interface and its workspace's hours; undefined for a deleted interface. */
export async function findHandoverRow(sql: Sql, interfaceId: string): Promise<object | undefined> {
  const [row] = await sql<object[]>`
    SELECT coalesce(i.settings->'handover', '{}') AS handover, coalesce(i.settings->'texts', '{}') AS texts,
      i.settings->>'locale' AS locale, w.timezone, w.business_hours AS hours
    FROM chat_interfaces i JOIN workspaces w ON w.id = i.workspace_id WHERE i.id = ${interfaceId}`;
  return row;
}

/**
 * What a thread's agent may offer according to the interface: a person, if nobody has been asked yet, and follow-up
 * questions. Undefined for a thread that isn't a visitor's.
 */
export async function findOffers(
  sql: Sql,
  workspaceId: string,
  threadId: string,
): Promise<{ handover: boolean; followUps: boolean } | undefined> {
  const [row] = await sql<{ handover: boolean; followUps: boolean }[]>`
    SELECT c.status = 'bot' AND coalesce((i.settings->'handover'->>'enabled')::boolean, false) AS handover,
      coalesce((i.settings->'follow_ups'->>'enabled')::boolean, false) AS "followUps"
    FROM conversations c JOIN chat_interfaces i ON i.id = c.interface_id
    WHERE c.workspace_id = ${workspaceId} AND c.thread_id = ${threadId}`;
  return row;
}

/** A conversation in which the visitor's wait has timed out. */
export interface TimedOut {
  readonly id: string;
  readonly workspace_id: string;
}

export async function findTimedOut(sql: Sql, except: readonly string[]): Promise<TimedOut[]> {
  return sql<TimedOut[]>`
    SELECT id, workspace_id FROM conversations WHERE timeout_at <= now() AND id <> ALL(${[...except]}::text[])
    ORDER BY ${workspacesInTurn(sql, 'timeout_at')} LIMIT 100`;
}
