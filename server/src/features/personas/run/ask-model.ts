import type { Usage } from '@portico/shared-types';
import type { ChatRequest, ChatMessage } from '../../../platform/models/chat-model.ts';
import { describeInvalidToolCall } from '../../../platform/models/describe-invalid-tool-call.ts';
import { estimateTokens } from '../../../platform/models/count-tokens.ts';
import { countUsage } from '../../../platform/models/estimate-usage.ts';
import type { Spent } from './budget.sql.ts';
import { forgetFailures } from './tasks.claims.sql.ts';
import { saveOutput } from './steps.sql.ts';
import { type TaskRun, whileHeld } from './task-run.ts';
import { insertTurn, type RefusedCall, type Turn, type TurnCall } from './turns.sql.ts';

export interface Question {
  readonly step: number;
  readonly turn: number;
  readonly messages: ChatMessage[];
  readonly tools: NonNullable<ChatRequest['tools']>;
  readonly passages: ChatRequest['passages'];
  /** Ids of calls that this step has used; some servers count anew each time. */
  readonly usedIds: ReadonlySet<string>;
  /** What the step has come to with this answer, for those who watch. */
  readonly describe: (content: string) => string;
}

/**
 * Asks the model once. The most that the answer can cost is set aside before, and what it did cost is paid in the same
 * commit that keeps it. Throws a ModelError, BudgetReached, LeaseLost or the signal's reason.
 */
export async function askModel(run: TaskRun, question: Question): Promise<Turn> {
  const { platform, task, budget, patience } = run;
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
  const promptTokens = countPrompt(request);
  const priceOf = (usage: Usage): Spent => ({
    credits: platform.models.price(usage, model),
    promptTokens: usage.prompt_tokens,
    completionTokens: usage.completion_tokens,
  });
  const key = `model-${step}-${turn}`;
  patience.throwIfAborted();
  await budget.reserve({ key, step, credits: priceOf(toUsage(promptTokens, plan.maxTokens)).credits });
  const answer = new AnswerDraft(question.usedIds);
  try {
    patience.throwIfAborted();
    for await (const event of platform.models.chat(model).stream(request, patience)) {
      if (event.type === 'delta') answer.content += event.content;
      else if (event.type === 'tool_call') answer.call(event);
      else if (event.type === 'invalid_tool_call') answer.refuse(event, describeInvalidToolCall(event));
      else if (event.type === 'finish') answer.usage = event.usage;
    }
    patience.throwIfAborted();
    const spent = priceOf(answer.usage ?? toUsage(promptTokens, estimateTokens(answer.content)));
    const { content, calls, refused } = answer;
    const kept: Turn = { turn, content, calls, refused };
    await whileHeld(run, async (tx) => {
      await insertTurn(tx, task.id, step, kept);
      await saveOutput(tx, task.id, step, question.describe(content));
      await forgetFailures(tx, run.held);
      await budget.settle(key, spent, tx);
    });
    return kept;
  } catch (error) {
    // What had come by then was made for us; an answer that didn't begin cost nothing.
    const said = estimateTokens(answer.content);
    await budget.settle(key, priceOf(answer.isEmpty ? toUsage(0, 0) : toUsage(promptTokens, said)));
    throw error;
  } finally {
    budget.close(key);
  }
}

class AnswerDraft {
  content = '';
  usage: Usage | undefined;
  readonly calls: TurnCall[] = [];
  readonly refused: RefusedCall[] = [];
  readonly #ids: Set<string>;

  constructor(usedIds: ReadonlySet<string>) {
    this.#ids = new Set(usedIds);
  }

  get isEmpty(): boolean {
    return this.content === '' && this.calls.length === 0 && this.refused.length === 0;
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

function countPrompt(request: ChatRequest): number {
  const passages = (request.passages ?? []).map(({ content }) => ({ role: 'system' as const, content }));
  return countUsage({ messages: [...passages, ...request.messages], tools: request.tools }, '').prompt_tokens;
}

function toUsage(prompt: number, completion: number): Usage {
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
}
