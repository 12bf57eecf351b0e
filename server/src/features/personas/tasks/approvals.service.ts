import type { PersonaApproval, PersonaApprovalDecision } from '@portico/shared-types';
import { invalid, notFound } from '../../../platform/errors.ts';
import { unknownField } from '../../../platform/unknown-field.ts';
import type { PersonasPlatform } from '../personas-platform.ts';
import { type ApprovalRow, lockTask } from './tasks.sql.ts';
import { decideApproval, expireApproval, findApproval, findExpiredApprovals, wakeTask } from './approvals.sql.ts';
import { approvalEvent } from './task-events.ts';
import { presentApproval } from './present-task.ts';
import { hintWorkers } from '../tasks.jobs.ts';

export interface Decision {
  readonly workspaceId: string;
  readonly instanceId: string;
  readonly approvalId: string;
  readonly body: PersonaApprovalDecision;
  /** An API key's id, or `link`. */
  readonly decidedBy: string;
}

/**
 * Decides an approval once, even in a race: the first decision wins, the second gets a 400. Throws 404, and 400 for
 * arguments that can't replace those in question.
 */
export async function decide(platform: PersonasPlatform, decision: Decision): Promise<PersonaApproval> {
  const { workspaceId, instanceId, approvalId, body, decidedBy } = decision;
  const decided = await platform.database.transaction(async (tx) => {
    if ((await lockTask(tx, workspaceId, instanceId)) === undefined) {
      throw notFound('persona instance', instanceId);
    }
    const asked = await findApproval(tx, instanceId, approvalId);
    if (asked === undefined) throw notFound('approval', approvalId);
    checkEdit(asked, body);
    const row = await decideApproval(tx, approvalId, {
      status: body.decision === 'approve' ? 'approved' : 'rejected',
      edited: body.arguments ?? null,
      comment: body.comment ?? null,
      decidedBy,
    });
    if (row === undefined) {
      const state = asked.status === 'pending' ? 'expired' : asked.status;
      throw invalid({
        path: 'params.approval_id',
        message: `the approval is ${state} already`,
        code: 'already_decided',
      });
    }
    await platform.events.append(tx, instanceId, [approvalEvent('persona:approval-decided', row)]);
    await wakeTask(tx, instanceId);
    return row;
  });
  await hintWorkers(platform, instanceId);
  return presentApproval(decided);
}

/** Rejects approvals after their timeout (docs/reference/personas.md#approvals), and lets those tasks continue. */
export async function expireApprovals(platform: PersonasPlatform): Promise<void> {
  for (const { id, instance_id: instanceId, workspace_id: workspaceId } of await findExpiredApprovals(
    platform.database.sql,
    100,
  )) {
    await platform.database.transaction(async (tx) => {
      await lockTask(tx, workspaceId, instanceId);
      const row = await expireApproval(tx, id);
      if (row === undefined) return;
      await platform.events.append(tx, instanceId, [approvalEvent('persona:approval-decided', row)]);
      await wakeTask(tx, instanceId);
    });
    await hintWorkers(platform, instanceId);
  }
}

function checkEdit({ kind }: ApprovalRow, { decision, arguments: edited }: PersonaApprovalDecision): void {
  if (edited === undefined) return;
  if (decision === 'reject')
    throw invalid({ path: 'body.arguments', message: 'can only be changed with approve', code: 'not_allowed' });
  if (kind === 'action') return;
  const { instruction, ...rest } = edited;
  if (typeof instruction !== 'string' || instruction.trim() === '') {
    throw invalid({ path: 'body.arguments.instruction', message: 'must be the step’s text', code: 'required' });
  }
  const [other] = Object.keys(rest);
  if (other !== undefined)
    throw invalid({ path: `body.arguments.${other}`, message: unknownField(['instruction']), code: 'unknown_field' });
}
