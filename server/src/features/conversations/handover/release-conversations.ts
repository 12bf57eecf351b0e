import type { Transaction } from '../../../platform/database.ts';
import { ignoreMissing } from '../../../platform/errors.ts';
import { sweepDue } from '../../../platform/sweep-rows.ts';
import type { ThreadsPlatform } from '../../threads/index.ts';
import { type Held, holdConversation, moveToAgent } from '../actions/change-state.ts';
import { answering } from '../team/answering.ts';
import { reportTogether } from '../stream/workspace-events.ts';
import { findLostAssignees, listAssigned, type LostAssignee } from '../team/team.sql.ts';
import { findHandoverRules } from './handover-rules.ts';
import { beginWaiting } from './request-handover.ts';

/**
 * Unassigns the conversations of a member or an API key that can no longer answer
 * (docs/reference/conversations.md#states). Must be the last step of its transaction, like a report.
 */
export async function releaseConversations(
  platform: ThreadsPlatform,
  tx: Transaction,
  workspaceId: string,
  assigneeId: string,
): Promise<void> {
  const held: Held[] = [];
  // All before the first change: others hold one of them and wait to report.
  for (const id of await listAssigned(tx, workspaceId, assigneeId)) {
    const one = await holdConversation(tx, workspaceId, id).catch(ignoreMissing);
    // Somebody else may have got it in the meantime.
    if (one?.conversation.assignee?.id === assigneeId) held.push(one);
  }
  await reportTogether(platform, tx, workspaceId, async () => {
    for (const one of held) await release(platform, one);
  });
}

/** A visitor who has written and got no answer waits for another person, if the interface allows it. */
async function release(platform: ThreadsPlatform, held: Held): Promise<void> {
  const { tx, conversation } = held;
  const rules = await findHandoverRules(tx, conversation.interface.id);
  const isUnanswered = conversation.last_message?.author_type === 'visitor';
  if (isUnanswered && rules?.handover.enabled === true) {
    await beginWaiting(platform, held, rules, conversation.handover);
  } else await moveToAgent(platform, held);
}

/**
 * Releases the conversations of keys that were revoked or have expired, and those that somebody took over while they
 * were being removed.
 */
export async function releaseLost(platform: ThreadsPlatform): Promise<void> {
  const { database } = platform;
  const find = async (seen: readonly string[]): Promise<LostAssignee[]> =>
    findLostAssignees(database.sql, answering, seen);
  const releaseAll = async ({ id, workspace_id: workspaceId }: LostAssignee): Promise<void> =>
    database.transaction(async (tx) => releaseConversations(platform, tx, workspaceId, id));
  await sweepDue(platform, find, releaseAll, 'the conversations of a lost assignee could not be released');
}
