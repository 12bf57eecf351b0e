import { BusinessHours, ChatHandover } from '@portico/shared-types';
import { z } from 'zod';
import type { Sql } from '../../../platform/database.ts';

/** How an interface hands over, and when its workspace's team is there. */
export interface HandoverRules {
  readonly handover: ChatHandover;
  readonly locale: string | null;
  readonly timezone: string;
  readonly hours: BusinessHours | null;
}

const Row = z.object({
  handover: ChatHandover,
  locale: z.string().nullable(),
  timezone: z.string(),
  hours: BusinessHours.nullable(),
});

/** Undefined for an interface that is gone. */
export async function findHandoverRules(sql: Sql, interfaceId: string): Promise<HandoverRules | undefined> {
  const [row] = await sql`
    SELECT coalesce(i.settings->'handover', '{}') AS handover, i.settings->>'locale' AS locale, w.timezone,
      w.business_hours AS hours
    FROM chat_interfaces i JOIN workspaces w ON w.id = i.workspace_id WHERE i.id = ${interfaceId}`;
  return row === undefined ? undefined : Row.parse(row);
}

/** Whether the visitors of a thread can ask for a person, and nobody has been asked yet. */
export async function offersHandover(sql: Sql, workspaceId: string, threadId: string): Promise<boolean> {
  const [row] = await sql`
    SELECT 1 FROM conversations c JOIN chat_interfaces i ON i.id = c.interface_id
    WHERE c.workspace_id = ${workspaceId} AND c.thread_id = ${threadId} AND c.status = 'bot'
      AND (i.settings->'handover'->>'enabled')::boolean`;
  return row !== undefined;
}

/** Conversations whose visitors have waited long enough. */
export async function findTimedOut(sql: Sql): Promise<{ id: string; workspace_id: string }[]> {
  return sql<{ id: string; workspace_id: string }[]>`
    SELECT id, workspace_id FROM conversations WHERE timeout_at <= now() ORDER BY timeout_at LIMIT 100`;
}
