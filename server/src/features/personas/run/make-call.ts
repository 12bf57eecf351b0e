import type { ToolOutcome } from '../../agents/index.ts';
import type { ApprovalRow } from '../tasks/tasks.sql.ts';
import { nothingSpent } from '../../credits/index.ts';
import { forgetFailures } from './tasks.claims.sql.ts';
import type { TaskTool } from './open-tools.ts';
import { ToolUnreachable } from './signals.ts';
import { type TaskRun, withLease } from './task-run.ts';
import { markBegun, saveResult, type TurnCall } from './turns.sql.ts';

export interface CallToMake {
  readonly step: number;
  readonly turn: number;
  readonly call: TurnCall;
  /** Decided; undefined if no approval was needed. */
  readonly approval: ApprovalRow | undefined;
  readonly tool: TaskTool | undefined;
  /** Whether the tool may be missing only because its server can't be reached now. */
  readonly isUnreachable: boolean;
}

/**
 * Makes one call and stores its result. An approved call is made at most once: if a process died during it, the model
 * is informed that its outcome is unknown, because the person approved it once and not twice. Any other call is
 * repeated with the same key. Throws ToolUnreachable if the call can be made later.
 */
export async function makeCall(run: TaskRun, wanted: CallToMake): Promise<void> {
  const { call, approval, tool, step, turn } = wanted;
  const { task } = run;
  const startedAt = performance.now();
  const place = { step, turn, place: call.place };
  const keep = async (outcome: ToolOutcome): Promise<void> => {
    const result = { ...outcome, durationMs: Math.round(performance.now() - startedAt) };
    await withLease(run, async (tx) => {
      await saveResult(tx, task.id, place, result);
      await forgetFailures(tx, run.held);
    });
    call.result = result;
  };
  const refusal = explainRefusal(approval);
  if (refusal !== undefined) {
    await keep({ ok: false, content: refusal });
    return;
  }
  // Only calls that can't be repeated are marked.
  if (call.begunAt !== null) {
    const content = 'The server was interrupted during this call. Whether it took effect is not known.';
    await keep({ ok: false, content });
    return;
  }
  if (tool === undefined) {
    await keep({ ok: false, content: explainMissing(run, wanted) });
    return;
  }
  const isOnce = approval !== undefined && !tool.isRepeatable;
  await keep(await payAndRun(run, wanted, tool, isOnce));
}

async function payAndRun(
  run: TaskRun,
  { step, turn, call, approval }: CallToMake,
  tool: TaskTool,
  isOnce: boolean,
): Promise<ToolOutcome> {
  const { budget, task } = run;
  // A call that can't be repeated is not interrupted when the working time is used up.
  const signal = isOnce ? run.signal : run.deadlineSignal;
  const key = `tool-${step}-${turn}-${call.place}`;
  const { costCredits } = tool;
  run.deadlineSignal.throwIfAborted();
  await budget.reserve({ key, step, credits: costCredits });
  let spent = nothingSpent;
  try {
    signal.throwIfAborted();
    if (isOnce) {
      await withLease(run, async (tx) => markBegun(tx, task.id, { step, turn, place: call.place }));
      spent = { ...nothingSpent, credits: costCredits };
    }
    const input = approval === undefined ? call.arguments : (approval.edited_arguments ?? approval.arguments);
    const callKey = `${task.id}-${step}-${turn}-${call.place}`;
    const outcome = await tool.run({ id: call.id, name: call.name, arguments: input }, { callKey, signal });
    spent = { ...nothingSpent, credits: costCredits };
    return withEdit(outcome, approval);
  } finally {
    await budget.settle(key, spent);
    budget.close(key);
  }
}

/** The result of a call without its tool. Throws ToolUnreachable while the call can be made later. */
function explainMissing(run: TaskRun, { call: { name }, isUnreachable }: CallToMake): string {
  if (!isUnreachable) return `There is no tool named ${name}.`;
  run.deadlineSignal.throwIfAborted();
  if (run.mayRetry) throw new ToolUnreachable(name);
  return `This call was not made: the server of the tool ${name} can’t be reached.`;
}

function explainRefusal(approval: ApprovalRow | undefined): string | undefined {
  if (approval?.status === 'expired') return 'This call was not made: nobody approved it in time.';
  if (approval?.status !== 'rejected') return undefined;
  const comment = approval.comment?.trim() ?? '';
  return `This call was not made: a person rejected it${comment === '' ? '.' : ` with the comment: ${comment}`}`;
}

function withEdit(outcome: ToolOutcome, approval: ApprovalRow | undefined): ToolOutcome {
  if (approval?.edited_arguments == null) return outcome;
  const note = `A person changed the arguments before approving; the call was made with ${JSON.stringify(approval.edited_arguments)}.`;
  return { ...outcome, content: `${note}\n\n${outcome.content}` };
}
