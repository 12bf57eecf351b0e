import type { Conversation, Satisfaction } from '@portico/shared-types';
import { json, type Sql, type Transaction } from '../../../platform/database.ts';
import { shownOf } from '../conversation/conversations.sql.ts';

export async function updateContact(sql: Sql, workspaceId: string, visitor: string, email: string): Promise<void> {
  await sql`
    UPDATE chat_visitors SET contact_email = ${email} WHERE workspace_id = ${workspaceId} AND id = ${visitor}`;
}

export async function hasPersonSpoken(sql: Sql, workspaceId: string, threadId: string): Promise<boolean> {
  const [row] = await sql`
    SELECT 1 FROM messages WHERE workspace_id = ${workspaceId} AND thread_id = ${threadId}
      AND author->>'type' = 'member' LIMIT 1`;
  return row !== undefined;
}

export async function updateSatisfaction(
  tx: Transaction,
  workspaceId: string,
  threadId: string,
  csat: Satisfaction,
): Promise<Conversation> {
  const { columns, around } = shownOf(tx);
  const [row] = await tx<Conversation[]>`
    WITH c AS (
      UPDATE conversations SET csat = ${json(csat)}, csat_score = ${csat.score}, updated_at = now()
      WHERE workspace_id = ${workspaceId} AND thread_id = ${threadId} RETURNING *
    ) SELECT ${columns} FROM c ${around}`;
  if (row === undefined) throw new Error('a locked conversation is gone');
  return row;
}
