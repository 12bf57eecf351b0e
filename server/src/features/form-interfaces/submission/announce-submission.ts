import type { Transaction } from '../../../platform/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { announce } from '../../webhooks/index.ts';
import { presentRecord } from './present-submission.ts';
import type { SubmissionRow } from './submissions.sql.ts';

/**
 * Notifies the workspace's webhooks of a submission, in the operator's view (docs/reference/webhooks.md#events). Nothing
 * is announced in a preview, whose visitor is the owner: a receiver would take it for a real entry.
 */
export async function announceSubmission(
  platform: Platform,
  tx: Transaction,
  type: 'form.submitted' | 'form.completed' | 'form.failed',
  row: SubmissionRow,
): Promise<void> {
  if (row.preview) return;
  const data = await presentRecord(platform, tx, row);
  await announce(tx, { workspaceId: row.workspace_id, type, data });
}
