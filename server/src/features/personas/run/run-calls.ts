import { createId } from '../../../platform/ids.ts';
import { announceTask } from '../tasks/announce-task.ts';
import { findApprovalsOfStep, insertApproval } from '../tasks/approvals.sql.ts';
import { approvalEvent } from '../tasks/task-events.ts';
import { type ApprovalRow, findTaskOfAny } from '../tasks/tasks.sql.ts';
import { makeCall } from './make-call.ts';
import type { TaskTool, TaskTools } from './open-tools.ts';
import { suspendForApproval } from './suspend-task.ts';
import { BudgetReached } from './signals.ts';
import { type TaskRun, withLease } from './task-run.ts';
import type { Turn, TurnCall } from './turns.sql.ts';

/**
 * Makes the calls of a turn that have no result yet: those of outside tools concurrently, those that need an approval
 * once they are decided. Throws Suspended if only approvals are left to wait for.
 */
export async function runCalls(run: TaskRun, step: number, turn: Turn, tools: TaskTools): Promise<void> {
  for (;;) {
    const open = turn.calls.filter(({ result }) => result === null);
    if (open.length === 0) return;
    const approvals = await askForApprovals(run, step, turn, open, tools);
    const ready = open.filter(({ place }) => approvals.get(place)?.status !== 'pending');
    if (ready.length === 0) {
      await suspendForApproval(
        run,
        step,
        [...approvals.values()].flatMap(({ id, status }) => (status === 'pending' ? [id] : [])),
      );
      continue;
    }
    const make = async (call: TurnCall): Promise<void> => {
      const approval = approvals.get(call.place);
      const found = tools.byName.get(call.name);
      // A server that can't be reached may have been replaced by another one that has a tool with the same name.
      const isOther = tools.isIncomplete && approval !== undefined && approval.title !== found?.label;
      const tool = isOther ? undefined : found;
      await makeCall(run, { step, turn: turn.turn, call, approval, tool, isUnreachable: tools.isIncomplete });
    };
    // Of two writes of one file the later one has to be the newer version, so these run in the model's order.
    const own = ready.filter(({ name }) => tools.byName.get(name)?.isOwn === true);
    const others = ready.filter((call) => !own.includes(call));
    throwFirst(await Promise.allSettled([makeInOrder(own, make), ...others.map(make)]));
  }
}

async function makeInOrder(calls: readonly TurnCall[], make: (call: TurnCall) => Promise<void>): Promise<void> {
  for (const call of calls) await make(call);
}

/**
 * The approvals of the calls that need one, by position of the call; missing approvals are requested now. Those of an
 * earlier attempt count even if a tool can't be opened any more.
 */
async function askForApprovals(
  run: TaskRun,
  step: number,
  { turn }: Turn,
  open: readonly TurnCall[],
  tools: TaskTools,
): Promise<Map<number, ApprovalRow>> {
  const { task } = run;
  const wanting = open.filter((call) => mustAsk(run, tools.byName.get(call.name)));
  const find = async (): Promise<Map<number, ApprovalRow>> => {
    const rows = await findApprovalsOfStep(run.platform.database.sql, task.id, step);
    return new Map(rows.flatMap((row) => (row.turn === turn && row.place !== null ? [[row.place, row]] : [])));
  };
  const known = await find();
  const fresh = wanting.filter(({ place }) => !known.has(place));
  if (fresh.length === 0) return known;
  await withLease(run, async (tx) => {
    for (const { place, name, arguments: input } of fresh) {
      const tool = tools.byName.get(name);
      const row = await insertApproval(tx, {
        id: createId('apr'),
        workspaceId: task.workspace_id,
        instanceId: task.id,
        step,
        call: { turn, place },
        title: tool?.label ?? name,
        arguments: input,
        parameters: tool?.definition.parameters,
        expiryHours: task.plan.approvalExpiryHours,
      });
      if (row === undefined) continue;
      await run.platform.events.append(tx, task.id, [approvalEvent('persona:approval-required', row)]);
    }
    const now = await findTaskOfAny(tx, task.id);
    if (now !== undefined) await announceTask(tx, 'persona.approval_required', now);
  });
  return find();
}

/** Whether a call of this tool needs an approval; a call of an unknown tool is rejected without one. */
function mustAsk({ task }: TaskRun, tool: TaskTool | undefined): boolean {
  if (tool === undefined || tool.isOwn) return false;
  switch (task.plan.autonomyLevel) {
    case 'full_auto':
      return false;
    case 'approve_high_risk':
      return tool.risk === 'high';
    case 'approve_all':
      return true;
  }
}

/** Of several errors the most serious: a lost lease before a reached cap. */
function throwFirst(outcomes: readonly PromiseSettledResult<void>[]): void {
  const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
  if (reasons.length === 0) return;
  throw reasons.find((reason) => !(reason instanceof BudgetReached)) ?? reasons[0];
}
