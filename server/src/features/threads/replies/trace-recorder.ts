import type { Outcome, ReplyTrace, TraceStep, Usage } from '@portico/shared-types';
import type { Passage } from '../../../platform/models/chat-model.ts';
import type { ReplyStep } from './reply-step.ts';
import { cutText } from '../../../platform/cut-text.ts';

/** Maximum characters of a tool result in a trace. */
const maxResult = 4_000;
/** Maximum passages in a trace, including those of the model's own searches. */
const maxPassages = 40;

type NewStep = Pick<TraceStep, 'type' | 'name' | 'arguments' | 'result' | 'usage' | 'finish_reason'>;

/** Records the trace of a reply, for the owner to read later. */
export class TraceRecorder {
  query = '';
  rewrittenQuery: string | null = null;
  model: string | null = null;
  readonly #steps: TraceStep[] = [];
  readonly #passages = new Map<string, Passage>();
  readonly #startedAt = performance.now();

  /** Records a step that started at `startedAt` (of performance.now()) and ends now. */
  step(step: NewStep, startedAt: number): void {
    const duration = performance.now() - startedAt;
    this.#steps.push({
      ...step,
      ...(step.result === undefined ? {} : { result: cutText(step.result, maxResult) }),
      started_at: new Date(Date.now() - duration).toISOString(),
      duration_ms: Math.round(duration),
    });
  }

  /** Records the steps that an earlier process stored; only the times of tool calls are known for them. */
  resume(steps: readonly ReplyStep[]): void {
    const now = new Date().toISOString();
    for (const { calls, results } of steps)
      for (const { id, name, arguments: input } of calls) {
        const result = results[id];
        if (result === undefined) continue;
        const { content, duration_ms: duration } = result;
        const kept = cutText(content, maxResult);
        this.#steps.push({
          type: 'tool',
          name,
          arguments: input,
          result: kept,
          started_at: now,
          duration_ms: duration,
        });
        this.found(result.passages ?? []);
      }
  }

  found(passages: readonly Passage[]): void {
    for (const passage of passages)
      if (this.#passages.size < maxPassages) this.#passages.set(passage.chunk_id, passage);
  }

  finish(end: {
    outcome: Outcome | null;
    usage: Usage | null;
    credits: number | null;
    citations: readonly { chunk_id: string }[];
  }): ReplyTrace {
    const used = new Set(end.citations.map(({ chunk_id: id }) => id));
    return {
      query: this.query,
      rewritten_query: this.rewrittenQuery,
      passages: [...this.#passages.values()].map(({ chunk_id, document_id, title, score, content }) => {
        return { chunk_id, document_id, document_title: title, score, used: used.has(chunk_id), content };
      }),
      steps: this.#steps,
      model: this.model,
      usage: end.usage,
      credits: end.credits,
      outcome: end.outcome,
      duration_ms: Math.round(performance.now() - this.#startedAt),
    };
  }
}
