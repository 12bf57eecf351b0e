import type { Usage } from '@portico/shared-types';
import type { Sql } from '../../platform/database.ts';
import type { ChatEvent, ChatRequest } from '../../platform/models/chat-model.ts';
import { estimateTokens } from '../../platform/models/count-tokens.ts';
import { countUsage } from '../../platform/models/estimate-usage.ts';
import type { Spent } from '../../platform/models/spent.ts';
import type { Platform } from '../../platform/platform.ts';

/** The payer of model calls: a persona's task out of its budget, an interface out of its day. */
export interface Payer {
  /** Sets aside the most that a call can cost. Throws if there is nothing left for it. Undefined if there is no cap. */
  readonly reserve?: (key: string, credits: number) => Promise<void>;
  /** Puts what the call has cost in the place of what was set aside for it; once. */
  settle(key: string, spent: Spent, sql?: Sql): Promise<void>;
}

/** What a model may write under a cap if the request doesn't limit it. */
const maxAnswerTokens = 4_096;

/**
 * One call of a model that somebody pays for: the most that it can cost is set aside before it is made, and what it did
 * cost is paid after it, also for an answer that was cut off.
 */
export class MeteredCall {
  /** What goes to the model: under a cap, with a limit to the answer's length. */
  readonly request: ChatRequest;
  readonly #platform: Platform;
  readonly #payer: Payer;
  readonly #key: string;
  #promptTokens: number | undefined;
  #said = '';
  #usage: Usage | undefined;
  #isAnswered = false;
  #isSettled = false;

  private constructor(platform: Platform, payer: Payer, key: string, request: ChatRequest) {
    this.#platform = platform;
    this.#payer = payer;
    this.#key = key;
    this.request =
      payer.reserve === undefined ? request : { ...request, max_tokens: request.max_tokens ?? maxAnswerTokens };
  }

  /** Sets the credits aside. `key` names the call; a call that is made again has the same. Throws what `reserve` throws. */
  static async begin(platform: Platform, payer: Payer, key: string, request: ChatRequest): Promise<MeteredCall> {
    const call = new MeteredCall(platform, payer, key, request);
    if (payer.reserve !== undefined) {
      const model = platform.models.chat(request.model);
      const maxTokens = model.maxTokens?.(call.request) ?? call.request.max_tokens ?? maxAnswerTokens;
      const most = call.#price(call.#countPrompt(), maxTokens);
      await payer.reserve(key, most.credits);
    }
    return call;
  }

  /** Takes note of what the model sends. */
  hear(event: ChatEvent): void {
    if (event.type === 'delta') this.#said += event.content;
    if (event.type === 'finish') this.#usage = event.usage;
    else this.#isAnswered = true;
  }

  /** Pays for the answer, in a transaction of the caller's if its result is kept there. */
  async settle(sql?: Sql): Promise<void> {
    await this.#payer.settle(this.#key, this.#spent(true), sql);
    // A transaction may still fail; the caller then abandons the call.
    this.#isSettled = sql === undefined;
  }

  /** Pays for what had come of an answer that was cut off; one that didn't begin costs nothing. */
  async abandon(): Promise<void> {
    if (this.#isSettled) return;
    await this.#payer.settle(this.#key, this.#spent(this.#isAnswered));
    this.#isSettled = true;
  }

  #spent(isOwed: boolean): Spent {
    if (this.#usage !== undefined) return this.#price(this.#usage.prompt_tokens, this.#usage.completion_tokens);
    return isOwed ? this.#price(this.#countPrompt(), estimateTokens(this.#said)) : nothingSpent;
  }

  #price(promptTokens: number, completionTokens: number): Spent {
    const usage = { prompt_tokens: promptTokens, completion_tokens: completionTokens };
    const total = { ...usage, total_tokens: promptTokens + completionTokens };
    return { credits: this.#platform.models.price(total, this.request.model), promptTokens, completionTokens };
  }

  #countPrompt(): number {
    const { messages, passages = [], tools } = this.request;
    const shown = passages.map(({ content }) => ({ role: 'system' as const, content }));
    this.#promptTokens ??= countUsage({ messages: [...shown, ...messages], tools }, '').prompt_tokens;
    return this.#promptTokens;
  }
}

/** Nothing came of a call, and nothing is owed for it. */
export const nothingSpent: Spent = { credits: 0, promptTokens: 0, completionTokens: 0 };
