import type { Transaction } from '../../platform/database.ts';
import { createId } from '../../platform/ids.ts';

export interface TeamNotice {
  /** One line. */
  readonly subject: string;
  readonly text: string;
}

/**
 * Notifies the team of a workspace, in the transaction that makes the notice true. After the commit, the worker in
 * features/conversations/notices, which also sends the notices about waiting visitors, sends it to each address and to
 * the webhook. This is a feature of its own because conversations depend on features that have something to report.
 */
export async function queueTeamNotice(
  tx: Transaction,
  workspaceId: string,
  { subject, text }: TeamNotice,
): Promise<void> {
  await tx`
    INSERT INTO conversation_notices (id, workspace_id, kind, number, subject, text, due_at)
    VALUES (${createId('ntc')}, ${workspaceId}, 'team', 0, ${subject}, ${text}, now())`;
}
