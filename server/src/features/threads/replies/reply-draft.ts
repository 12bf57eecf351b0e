import type { Citation, Outcome, ToolCall, Usage } from '@portico/shared-types';
import type { Toolbox } from '../../agents/index.ts';
import type { FinishReason } from '../../../platform/models/chat-model.ts';
import { sumUsage } from '../../../platform/models/estimate-usage.ts';
import type { ReplyStep, StepResult } from './reply-step.ts';
import type { ReplyChannel } from './reply-writer.ts';
import { TraceRecorder } from './trace-recorder.ts';

/** A reply while it is written: its state so far, published on the thread's stream. */
export class ReplyDraft {
  content = '';
  readonly calls: ToolCall[] = [];
  readonly citations: Citation[] = [];
  readonly steps: ReplyStep[] = [];
  usage: Usage | null = null;
  /** The finish reason of the last model call. */
  finishReason: FinishReason = 'stop';
  followUps: readonly string[] = [];
  /** Null until the reply is finished. */
  outcome: Outcome | null = null;
  /** An unanswered question was searched while the embedding model was away, and may have an answer. */
  mayBeAnswered = false;
  readonly trace = new TraceRecorder();
  readonly #channel: ReplyChannel;
  readonly #ids = new Set<string>();
  #isNewParagraph = false;
  #replyToolNames: ReadonlySet<string> = new Set();

  constructor(channel: ReplyChannel) {
    this.#channel = channel;
  }

  /** The calls of built-in tools for replies, not of tools of the agent with their names. */
  get replyToolCalls(): ToolCall[] {
    return this.calls.filter(({ name }) => this.#replyToolNames.has(name));
  }

  /** Begins with the agent's toolbox. Publishes the state of an earlier process again; its steps are stored. */
  resume(
    steps: readonly ReplyStep[],
    { clientNames, replyToolNames }: Pick<Toolbox, 'clientNames' | 'replyToolNames'>,
  ): void {
    this.#replyToolNames = replyToolNames;
    for (const step of steps) {
      this.beginStep();
      if (step.content !== '') this.say(step.content);
      for (const citation of step.citations) this.cite(citation);
      // A call that waits for the page is shown when it is opened.
      for (const call of step.calls) {
        this.call(call, clientNames.has(call.name) && step.results[call.id] === undefined);
      }
      for (const { id } of step.refused) this.#ids.add(id);
      for (const call of step.calls) {
        const result = step.results[call.id];
        if (result !== undefined) this.tellResult(call, result);
      }
      this.count(step.usage);
      this.steps.push(step);
    }
  }

  /** Further text starts a new paragraph. */
  beginStep(): void {
    this.#isNewParagraph = this.content !== '';
  }

  say(text: string): void {
    if (text === '') return;
    const gap = this.#isNewParagraph ? '\n\n' : '';
    this.#isNewParagraph = false;
    this.content += gap + text;
    this.#channel.delta(gap + text);
  }

  /**
   * Adds a call and returns it with an id that is unique in this reply. A call for the page is shown later, by askPage.
   */
  call(call: ToolCall, isForPage: boolean): ToolCall {
    const own = { ...call, id: this.uniqueId(call.id) };
    this.calls.push(own);
    if (!isForPage) this.#channel.event('message:tool_call', { id: own.id, name: own.name, arguments: own.arguments });
    return own;
  }

  /** Shows a call to the visitor's page, which runs it. */
  askPage({ id, name, arguments: input }: ToolCall): void {
    this.#channel.event('message:tool_call', { id, name, arguments: input, client: true });
  }

  tellResult({ id, name }: ToolCall, { ok, duration_ms }: StepResult): void {
    this.#channel.event('message:tool_result', { id, name, ok, duration_ms });
  }

  /** False if the passage is cited already. */
  cite(citation: Citation): boolean {
    if (this.citations.some(({ chunk_id: id }) => id === citation.chunk_id)) return false;
    this.citations.push(citation);
    this.#channel.event('message:citation', { ...citation });
    return true;
  }

  /** Offers the visitor follow-up questions. */
  offer(questions: readonly string[]): void {
    this.followUps = questions;
    if (questions.length > 0) this.#channel.event('message:follow_ups', { questions });
  }

  count(usage: Usage): void {
    this.usage = this.usage === null ? usage : sumUsage(this.usage, usage);
  }

  uniqueId(id: string): string {
    // Ids are keys of a step's results, where names like "constructor" would be found without a result.
    const isTaken = (name: string): boolean => name in Object.prototype || this.#ids.has(name);
    let own = id;
    for (let turn = 2; isTaken(own); turn += 1) own = `${id}-${turn}`;
    this.#ids.add(own);
    return own;
  }
}
