import { ToolCall, Usage } from '@portico/shared-types';
import { z } from 'zod';

/** A part of a UI message stream, with the AI SDK's own types (`UIMessageChunk`). */
export interface UiChunk {
  readonly type: string;
  readonly [name: string]: unknown;
}

/* Only the fields of each event that chunks contain; visitors get events with fewer fields. */
const Started = z.object({ message_id: z.string() });
const Delta = z.object({ content: z.string() });
const Called = ToolCall.extend({ client: z.boolean().optional() });
const Result = z.object({ id: z.string(), ok: z.boolean(), duration_ms: z.int() });
const Cited = z.object({
  chunk_id: z.string(),
  document_id: z.string(),
  document_name: z.string(),
  title: z.string(),
  url: z.string().nullable(),
  heading: z.string().nullable(),
  quote: z.string(),
});
const Completed = z.object({ created_at: z.string(), usage: Usage.nullish() });
const Failed = z.object({ error: z.object({ message: z.string() }) });
const Status = z.object({ status: z.string() });

/**
 * Converts the events of one reply to chunks of the AI SDK's UI message stream. The whole reply is one step, so that a
 * reply that another process starts again can discard everything.
 */
export class UiMessageWriter {
  readonly #threadId: string;
  #isStarted = false;
  #texts = 0;
  #isInText = false;

  constructor(threadId: string) {
    this.#threadId = threadId;
  }

  write({ event, text }: { readonly event: string; readonly text: string }): UiChunk[] {
    const data: unknown = JSON.parse(text);
    switch (event) {
      case 'message:started':
        return this.#start(Started.parse(data).message_id);
      case 'message:delta':
        return this.#say(Delta.parse(data).content);
      case 'message:tool_call':
        return [...this.#endText(), toToolInput(Called.parse(data))];
      case 'message:tool_result':
        return [...this.#endText(), toToolOutput(Result.parse(data))];
      case 'message:citation':
        return [toSource(Cited.parse(data))];
      case 'message:completed':
        return [...this.#endText(), { type: 'finish-step' }, this.#finish(Completed.parse(data))];
      case 'message:failed':
        return [...this.#endText(), { type: 'error', errorText: Failed.parse(data).error.message }];
      case 'message:cancelled':
        return [...this.#endText(), { type: 'abort', reason: 'cancelled' }];
      case 'conversation:status':
        // A person took over. The chunk is transient: listeners get it, but it does not become part of the message.
        return [...this.#endText(), { type: 'data-conversation', data: Status.parse(data), transient: true }];
      default:
        return [];
    }
  }

  #start(messageId: string): UiChunk[] {
    if (this.#isStarted) {
      this.#isInText = false;
      return [{ type: 'reset-step' }];
    }
    this.#isStarted = true;
    const messageMetadata = { threadId: this.#threadId };
    return [{ type: 'start', messageId, messageMetadata }, { type: 'start-step' }];
  }

  #say(delta: string): UiChunk[] {
    const begins = !this.#isInText;
    if (begins) this.#texts += 1;
    this.#isInText = true;
    const id = `text-${this.#texts}`;
    return [...(begins ? [{ type: 'text-start', id }] : []), { type: 'text-delta', id, delta }];
  }

  #endText(): UiChunk[] {
    if (!this.#isInText) return [];
    this.#isInText = false;
    return [{ type: 'text-end', id: `text-${this.#texts}` }];
  }

  #finish({ created_at: createdAt, usage }: z.infer<typeof Completed>): UiChunk {
    const counted = usage == null ? {} : { usage: toUiUsage(usage) };
    return {
      type: 'finish',
      finishReason: 'stop',
      messageMetadata: { threadId: this.#threadId, createdAt, ...counted },
    };
  }
}

function toUiUsage({ prompt_tokens, completion_tokens, total_tokens }: Usage): object {
  return { inputTokens: prompt_tokens, outputTokens: completion_tokens, totalTokens: total_tokens };
}

/** A tool that the page runs is left open for its `onToolCall`; the others are run by the server. */
function toToolInput({ id, name, arguments: input, client }: z.infer<typeof Called>): UiChunk {
  const executed = client === true ? {} : { providerExecuted: true };
  return { type: 'tool-input-available', toolCallId: id, toolName: name, input, dynamic: true, ...executed };
}

function toToolOutput({ id, ok, duration_ms }: z.infer<typeof Result>): UiChunk {
  if (!ok) return { type: 'tool-output-error', toolCallId: id, errorText: 'The tool failed.', dynamic: true };
  return { type: 'tool-output-available', toolCallId: id, output: { ok, durationMs: duration_ms }, dynamic: true };
}

function toSource(citation: z.infer<typeof Cited>): UiChunk {
  const { chunk_id: sourceId, document_id: documentId, document_name: filename, title, url, heading, quote } = citation;
  const providerMetadata = { portico: { documentId, heading, quote } };
  if (url !== null) return { type: 'source-url', sourceId, url, title, providerMetadata };
  return { type: 'source-document', sourceId, mediaType: 'text/plain', title, filename, providerMetadata };
}
