import type { Citation, Usage } from '@portico/shared-types';
import type { ChatCompletion, ChatCompletionChunk, CompletionUsage, FinishReason } from './chat-completions.schemas.ts';

/** A finished reply, stored or not. */
export interface Finished {
  readonly usage: Usage | null;
  readonly citations: readonly Citation[];
  /** As returned by the model; the agent's own tool calls have already run. */
  readonly finishReason: FinishReason | 'tool_calls';
}

/** Writes one completion in OpenAI's format, as a whole or in chunks. */
export class CompletionWriter {
  readonly #head: { id: string; created: number; model: string };
  readonly #threadId: string | undefined;
  readonly #hasUsage: boolean;

  /** `threadId` is the thread of a stored reply; `hasUsage` adds the usage as a last chunk. */
  constructor(reply: { id: string; model: string; threadId?: string | undefined; hasUsage: boolean }) {
    const created = Math.floor(Date.now() / 1000);
    this.#head = { id: `chatcmpl-${reply.id}`, created, model: reply.model };
    this.#threadId = reply.threadId;
    this.#hasUsage = reply.hasUsage;
  }

  whole(content: string, finished: Finished): ChatCompletion {
    return {
      ...this.#head,
      object: 'chat.completion',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content, refusal: null },
          logprobs: null,
          finish_reason: toFinishReason(finished),
        },
      ],
      usage: toUsage(finished),
      citations: [...finished.citations],
      ...this.#metadata(),
    };
  }

  first(): ChatCompletionChunk {
    return this.#chunk({ role: 'assistant', content: '' }, null);
  }

  delta(content: string): ChatCompletionChunk {
    return this.#chunk({ content }, null);
  }

  /** The last chunks: the finish reason, and the usage if it was requested. */
  last(finished: Finished): ChatCompletionChunk[] {
    const end = {
      ...this.#chunk({}, toFinishReason(finished)),
      citations: [...finished.citations],
      ...this.#metadata(),
    };
    if (!this.#hasUsage) return [end];
    return [end, { ...this.#head, object: 'chat.completion.chunk', choices: [], usage: toUsage(finished) }];
  }

  #chunk(delta: ChatCompletionChunk['choices'][number]['delta'], reason: FinishReason | null): ChatCompletionChunk {
    return {
      ...this.#head,
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta, logprobs: null, finish_reason: reason }],
      ...(this.#hasUsage ? { usage: null } : {}),
    };
  }

  #metadata(): { metadata?: { thread_id: string } } {
    return this.#threadId === undefined ? {} : { metadata: { thread_id: this.#threadId } };
  }
}

function toFinishReason({ finishReason }: Finished): FinishReason {
  return finishReason === 'tool_calls' ? 'stop' : finishReason;
}

function toUsage({ usage }: Finished): CompletionUsage {
  const { prompt_tokens = 0, completion_tokens = 0, total_tokens = 0 } = usage ?? {};
  return { prompt_tokens, completion_tokens, total_tokens };
}
