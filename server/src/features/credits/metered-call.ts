import type { Usage } from '@portico/shared-types';
import type { Sql } from '../../platform/database.ts';
import type { ChatEvent, ChatRequest } from '../../platform/models/chat-model.ts';
import { estimateTokens } from '../../platform/models/count-tokens.ts';
import { countUsage } from '../../platform/models/estimate-usage.ts';
import type { Spent } from '../../platform/models/spent.ts';
import type { Platform } from '../../platform/platform.ts';

/** The payer of model calls: a task's budget, or an interface's daily credits. */
export interface Payer {
  /** Reserves the maximum cost of a call. Throws if too little is left. Undefined if there is no cap. */
  readonly reserve?: (key: string, credits: number) => Promise<void>;
  /** Replaces the reservation by the actual cost, once. */
  settle(key: string, spent: Spent, sql?: Sql): Promise<void>;
}

/** Maximum output tokens under a cap if the request sets no limit. */
const maxAnswerTokens = 4_096;

/**
 * One paid call of a model: its maximum cost is reserved before the call, and the actual cost is paid afterwards, even
 * for a response that was interrupted.
 */
export class MeteredCall {
  /** The request for the model; under a cap, with a limit for the response's length. */
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

  /**
   * Reserves the credits. `key` identifies the call; a repeated call has the same key. Throws the errors of `reserve`.
   */
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

  /** Records an event from the model. */
  hear(event: ChatEvent): void {
    if (event.type === 'delta') this.#said += event.content;
    if (event.type === 'finish') this.#usage = event.usage;
    else this.#isAnswered = true;
  }

  /** Pays for the response, in the caller's transaction if its result is stored there. */
  async settle(sql?: Sql): Promise<void> {
    await this.#payer.settle(this.#key, this.#spent(true), sql);
    // The transaction may still fail; the caller then abandons the call.
    this.#isSettled = sql === undefined;
  }

  /** Pays for the part of an interrupted response; one that didn't start costs nothing. */
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

/** The call produced nothing and costs nothing. */
export const nothingSpent: Spent = { credits: 0, promptTokens: 0, completionTokens: 0 };
