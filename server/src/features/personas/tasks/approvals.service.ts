import { type PersonaApproval, type PersonaApprovalDecision, PersonaCreate } from '@portico/shared-types';
import { z } from 'zod';
import { invalid, notFound } from '../../../platform/errors.ts';
import { toFieldErrors } from '../../../platform/http/parse.ts';
import { joinFault, SchemaError, validateSchema } from '../../../platform/json-schema/validate-schema.ts';
import { sweepDue } from '../../../platform/sweep-rows.ts';
import type { PersonasPlatform } from '../personas-platform.ts';
import { lockTask } from './tasks.sql.ts';
import {
  decideApproval,
  expireApproval,
  type ExpiredApproval,
  findApproval,
  findExpiredApprovals,
  findParameters,
  wakeTask,
} from './approvals.sql.ts';
import { approvalEvent } from './task-events.ts';
import { presentApproval } from './present-task.ts';
import { hintWorkers } from '../tasks.jobs.ts';

/** A changed step is one that the persona could have had. */
const StepArguments = z.strictObject({ instruction: PersonaCreate.shape.sopSteps.element });

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
 * arguments that can't replace those in question, such as those that don't match the parameters of the tool.
 */
export async function decide(platform: PersonasPlatform, decision: Decision): Promise<PersonaApproval> {
  const { workspaceId, instanceId, approvalId, body, decidedBy } = decision;
  await checkEdit(platform, decision);
  const decided = await platform.database.transaction(async (tx) => {
    if ((await lockTask(tx, workspaceId, instanceId)) === undefined) {
      throw notFound('persona instance', instanceId);
    }
    const asked = await findApproval(tx, instanceId, approvalId);
    if (asked === undefined) throw notFound('approval', approvalId);
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
  const { database, events } = platform;
  const expire = async ({ id, instance_id: instanceId, workspace_id: workspaceId }: ExpiredApproval): Promise<void> => {
    await database.transaction(async (tx) => {
      await lockTask(tx, workspaceId, instanceId);
      const row = await expireApproval(tx, id);
      if (row === undefined) return;
      await events.append(tx, instanceId, [approvalEvent('persona:approval-decided', row)]);
      await wakeTask(tx, instanceId);
    });
    await hintWorkers(platform, instanceId);
  };
  const find = async (seen: readonly string[]): Promise<ExpiredApproval[]> =>
    findExpiredApprovals(database.sql, 100, seen);
  await sweepDue(platform, find, expire, 'an approval could not expire');
}

/** Checks edited arguments before the transaction, because a sandbox may have to check them. */
async function checkEdit(platform: PersonasPlatform, decision: Decision): Promise<void> {
  const { workspaceId, instanceId, approvalId, body } = decision;
  const { arguments: edited } = body;
  if (edited === undefined) return;
  if (body.decision === 'reject')
    throw invalid({ path: 'body.arguments', message: 'can only be changed with approve', code: 'not_allowed' });
  const asked = await findParameters(platform.database.sql, workspaceId, instanceId, approvalId);
  if (asked === undefined) return;
  if (asked.kind === 'action') {
    await checkParameters(platform, workspaceId, asked.parameters, edited);
    return;
  }
  const { error } = StepArguments.safeParse(edited, { reportInput: true });
  if (error) throw invalid(toFieldErrors('body.arguments', error.issues));
}

/** Milliseconds that the check of edited arguments may take with its wait for the sandbox: a person waits. */
const checkMs = 5_000;

async function checkParameters(
  { sandboxes }: PersonasPlatform,
  workspaceId: string,
  schema: unknown,
  edited: Record<string, unknown>,
): Promise<void> {
  if (schema === null) return;
  const signal = AbortSignal.timeout(checkMs);
  try {
    const { faults } = await validateSchema({ schema, value: edited }, sandboxes.expressions, { workspaceId, signal });
    if (faults.length > 0) throw invalid(faults.map(joinFault('body.arguments')));
  } catch (error) {
    // The schema of an MCP server may be one that can't be checked here. Its tool checks the call itself.
    if (!(error instanceof SchemaError) && error !== signal.reason) throw error;
  }
}
