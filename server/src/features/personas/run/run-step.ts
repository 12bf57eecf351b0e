import type { ChatMessage, Passage } from '../../../platform/models/chat-model.ts';
import { createId } from '../../../platform/ids.ts';
import { LeaseLost } from '../../../platform/leases/lease.ts';
import { toPassage } from '../../agents/index.ts';
import { announceTask } from '../tasks/announce-task.ts';
import { findApprovalsOfStep, insertApproval } from '../tasks/approvals.sql.ts';
import { approvalEvent, stepEvent } from '../tasks/task-events.ts';
import { type ApprovalRow, findTaskOfAny, findSteps, type StepRow } from '../tasks/tasks.sql.ts';
import { askModel } from './ask-model.ts';
import { isDemo, markDemo, writeDemoPrompt } from './demo-model.ts';
import { suspendTask } from './tasks.claims.sql.ts';
import { openTools, type TaskTools } from './open-tools.ts';
import { suspendForApproval } from './suspend-task.ts';
import { runCalls } from './run-calls.ts';
import { Suspended } from './signals.ts';
import { endStepRow, startStepRow, stepOf } from './steps.sql.ts';
import { type TaskRun, withLease } from './task-run.ts';
import { findTurns, type Turn } from './turns.sql.ts';
import { writePrompt, writeTurns } from './write-prompt.ts';
import { cutText } from '../../../platform/cut-text.ts';

/** Passages of the agent's knowledge bases for a step. */
const topK = 6;
const maxQueryLength = 8_000;

/**
 * Works on one step: calls the model, runs its tool calls, and calls it again, until it replies without a tool call.
 * Stored results of an earlier attempt are reused. Throws the error that stops the task.
 */
export async function runStep(run: TaskRun, index: number): Promise<void> {
  const { platform, task } = run;
  const { sql } = platform.database;
  if (stepOf(await findSteps(sql, [task.id]), index).status === 'pending') {
    const question = await askForStep(run, index);
    if (question !== undefined && question.status !== 'approved') {
      await endStep(run, index, { status: 'skipped', output: explainSkip(question) });
      return;
    }
    await startStep(run, index, question);
  }
  const steps = await findSteps(sql, [task.id]);
  const step = stepOf(steps, index);
  const tools = await openTools(run);
  try {
    const output = await converse(run, steps, step, tools);
    const isMarked = isDemo(platform, task.plan);
    await endStep(run, index, { status: 'completed', output: isMarked ? markDemo(output) : output });
  } finally {
    await tools.close();
  }
}

async function converse(run: TaskRun, steps: readonly StepRow[], step: StepRow, tools: TaskTools): Promise<string> {
  const { platform, task } = run;
  const turns = await findTurns(platform.database.sql, task.id, step.index);
  const found = await findPassages(run, step);
  const prompt: ChatMessage[] = isDemo(platform, task.plan)
    ? writeDemoPrompt(task, step, found)
    : writePrompt(task, steps, step);
  for (;;) {
    const last = turns.at(-1);
    if (last !== undefined) {
      await runCalls(run, step.index, last, tools);
      if (last.calls.length === 0 && last.refused.length === 0) return resultOf(turns);
      if (turns.length >= task.plan.maxTurns) return resultOf(turns);
    }
    if (run.isGivingWay()) throw new LeaseLost('handed-back');
    const isLast = turns.length + 1 >= task.plan.maxTurns;
    const said = turns.map(({ content }) => content);
    turns.push(
      await askModel(run, {
        step: step.index,
        turn: turns.length,
        messages: [...prompt, ...writeTurns(turns)],
        // The last response has to be the result, so no tools are offered.
        tools: isLast ? [] : tools.definitions,
        passages: collectPassages(found, turns),
        usedIds: new Set(turns.flatMap(({ calls, refused }) => [...calls, ...refused].map(({ id }) => id))),
        describe: (content) => joinTexts([...said, content]),
      }),
    );
  }
}

/** A step's result is its last response; if that is blank, all texts before it. */
function resultOf(turns: readonly Turn[]): string {
  const texts = turns.map(({ content }) => content);
  const last = texts.at(-1)?.trim() ?? '';
  return last === '' ? joinTexts(texts) : last;
}

function joinTexts(texts: readonly string[]): string {
  return texts
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .join('\n\n');
}

/** Undefined for a task without knowledge bases, so that the model doesn't mention documents that it was not given. */
async function findPassages(run: TaskRun, step: StepRow): Promise<Passage[] | undefined> {
  const { platform, task, deadlineSignal } = run;
  const { knowledgeBaseIds } = task.plan;
  if (knowledgeBaseIds.length === 0) return undefined;
  const query = cutText(`${task.task_title}\n${step.title}`, maxQueryLength);
  const search = { workspaceId: task.workspace_id, knowledgeBaseIds, query, topK };
  return (await platform.agents.ports.searchKnowledge(search, deadlineSignal)).map(toPassage);
}

/** Passages found for the step and by the model's own searches since, each once. */
function collectPassages(found: Passage[] | undefined, turns: readonly Turn[]): Passage[] | undefined {
  const searched = turns.flatMap(({ calls }) => calls.flatMap(({ result }) => result?.passages ?? []));
  if (found === undefined && searched.length === 0) return undefined;
  return [...new Map([...(found ?? []), ...searched].map((passage) => [passage.chunk_id, passage])).values()];
}

/** The decision on a step that needs an approval; undefined if none is needed. Throws Suspended while there is none. */
async function askForStep(run: TaskRun, index: number): Promise<ApprovalRow | undefined> {
  const { platform, task } = run;
  if (task.plan.autonomyLevel !== 'approve_all') return undefined;
  for (;;) {
    const asked = await findApprovalsOfStep(platform.database.sql, task.id, index);
    const question = asked.find(({ kind }) => kind === 'step');
    if (question === undefined) await insertQuestion(run, index);
    else if (question.status === 'pending') await suspendForApproval(run, index, [question.id]);
    else return question;
  }
}

/**
 * Requests the approval and suspends in one transaction, so that no running task has an open question. Throws Suspended
 * if it has asked.
 */
async function insertQuestion(run: TaskRun, index: number): Promise<void> {
  const { platform, task, held } = run;
  const isAsked = await withLease(run, async (tx) => {
    const { title } = stepOf(await findSteps(tx, [task.id]), index);
    const row = await insertApproval(tx, {
      id: createId('apr'),
      workspaceId: task.workspace_id,
      instanceId: task.id,
      step: index,
      title: `Step ${index + 1}: ${title}`,
      arguments: { instruction: title },
      expiryHours: task.plan.approvalExpiryHours,
    });
    if (row === undefined) return false;
    await suspendTask(tx, held, { status: 'awaiting_approval' });
    await platform.events.append(tx, task.id, [approvalEvent('persona:approval-required', row)]);
    const now = await findTaskOfAny(tx, task.id);
    if (now !== undefined) await announceTask(tx, 'persona.approval_required', now);
    return true;
  });
  if (isAsked) throw new Suspended();
}

function explainSkip({ status, comment }: ApprovalRow): string {
  if (status === 'expired') return 'This step was left out: nobody approved it in time.';
  const said = comment?.trim() ?? '';
  return `This step was left out: a person rejected it${said === '' ? '.' : ` with the comment: ${said}`}`;
}

async function startStep(run: TaskRun, index: number, question: ApprovalRow | undefined): Promise<void> {
  const { platform, task } = run;
  await withLease(run, async (tx) => {
    const { title } = stepOf(await findSteps(tx, [task.id]), index);
    const instruction = question?.edited_arguments?.['instruction'];
    await startStepRow(tx, task.id, index, typeof instruction === 'string' ? instruction : title);
    const steps = await findSteps(tx, [task.id]);
    await platform.events.append(tx, task.id, [stepEvent('persona:step-started', stepOf(steps, index), steps)]);
  });
}

async function endStep(
  run: TaskRun,
  index: number,
  end: { status: 'completed' | 'skipped'; output: string },
): Promise<void> {
  const { platform, task } = run;
  await withLease(run, async (tx) => {
    await endStepRow(tx, task.id, index, end);
    const steps = await findSteps(tx, [task.id]);
    await platform.events.append(tx, task.id, [stepEvent('persona:step-completed', stepOf(steps, index), steps)]);
  });
}
