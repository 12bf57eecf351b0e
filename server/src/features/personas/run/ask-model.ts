import type { ChatRequest, ChatMessage } from '../../../platform/models/chat-model.ts';
import { describeInvalidToolCall } from '../../../platform/models/describe-invalid-tool-call.ts';
import { countingUsage, MeteredCall } from '../../credits/index.ts';
import { forgetFailures } from './tasks.claims.sql.ts';
import { saveOutput } from './steps.sql.ts';
import { type TaskRun, withLease } from './task-run.ts';
import { insertTurn, type RefusedCall, type Turn, type TurnCall } from './turns.sql.ts';

export interface Question {
  readonly step: number;
  readonly turn: number;
  readonly messages: ChatMessage[];
  readonly tools: NonNullable<ChatRequest['tools']>;
  readonly passages: ChatRequest['passages'];
  /** Call ids that this step has used; some servers restart their numbering each time. */
  readonly usedIds: ReadonlySet<string>;
  /** The step's usage including this response, for the task's readers. */
  readonly describe: (content: string) => string;
}

/**
 * Calls the model once. The maximum cost is reserved before, and the actual cost is paid in the commit that stores the
 * response. Throws a ModelError, BudgetReached, LeaseLost or the signal's reason.
 */
export async function askModel(run: TaskRun, question: Question): Promise<Turn> {
  const { platform, task, budget, deadlineSignal } = run;
  const { plan } = task;
  const { step, turn, messages, tools, passages } = question;
  const model = plan.model ?? platform.models.defaultModel;
  const request: ChatRequest = {
    model,
    messages,
    temperature: plan.temperature,
    max_tokens: plan.maxTokens,
    ...(tools.length === 0 ? {} : { tools }),
    ...(passages === undefined ? {} : { passages }),
  };
  const key = `model-${step}-${turn}`;
  const payer = countingUsage(platform, { workspaceId: task.workspace_id, model }, budget.payerOf(step));
  deadlineSignal.throwIfAborted();
  const metered = await MeteredCall.begin(platform, payer, key, request);
  const answer = new AnswerDraft(question.usedIds);
  try {
    deadlineSignal.throwIfAborted();
    for await (const event of platform.models.chat(model).stream(request, deadlineSignal)) {
      metered.hear(event);
      if (event.type === 'delta') answer.content += event.content;
      else if (event.type === 'tool_call') answer.call(event);
      else if (event.type === 'invalid_tool_call') answer.refuse(event, describeInvalidToolCall(event));
    }
    deadlineSignal.throwIfAborted();
    const { content, calls, refused } = answer;
    const kept: Turn = { turn, content, calls, refused };
    await withLease(run, async (tx) => {
      await insertTurn(tx, task.id, step, kept);
      await saveOutput(tx, task.id, step, question.describe(content));
      await forgetFailures(tx, run.held);
      await metered.settle(tx);
    });
    return kept;
  } catch (error) {
    await metered.abandon();
    throw error;
  } finally {
    budget.close(key);
  }
}

class AnswerDraft {
  content = '';
  readonly calls: TurnCall[] = [];
  readonly refused: RefusedCall[] = [];
  readonly #ids: Set<string>;

  constructor(usedIds: ReadonlySet<string>) {
    this.#ids = new Set(usedIds);
  }

  call({ id, name, arguments: input }: { id: string; name: string; arguments: Record<string, unknown> }): void {
    const place = this.calls.length;
    this.calls.push({ id: this.#uniqueId(id), name, arguments: input, place, begunAt: null, result: null });
  }

  refuse({ id, name }: { id: string; name: string }, content: string): void {
    this.refused.push({ id: this.#uniqueId(id), name, content });
  }

  #uniqueId(id: string): string {
    let own = id;
    for (let turn = 2; this.#ids.has(own); turn += 1) own = `${id}-${turn}`;
    this.#ids.add(own);
    return own;
  }
}
