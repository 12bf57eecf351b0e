import { cutText } from '../../cut-text.ts';
import type { ChatEvent, ChatMessage, ChatModel, ChatRequest } from '../chat-model.ts';
import { waitOrThrowReason } from '../call-with-retries.ts';
import { countUsage } from '../estimate-usage.ts';
import { countTokens } from '../count-tokens.ts';
import { composeDraft } from './compose-draft.ts';
import type { Draft } from './draft.ts';
import { fillSchema } from './fill-schema.ts';

export const extractiveModelName = 'portico-extractive';

/** Maximum UTF-16 units read of a user's message. */
const maxMessageLength = 100_000;

/**
 * The built-in model (docs/reference/models.md#built-in-models): no network and no neural network. It replies by
 * quoting the passages that fit, or summarises a text in its own words; the same request always gets the same reply.
 */
export class ExtractiveModel implements ChatModel {
  readonly #wordDelayMs: number;

  /** `wordDelayMs` sets the pace of the stream, so that people can read along. */
  constructor({ wordDelayMs = 12 }: { wordDelayMs?: number } = {}) {
    this.#wordDelayMs = wordDelayMs;
  }

  async *stream(request: ChatRequest, signal: AbortSignal): AsyncGenerator<ChatEvent> {
    signal.throwIfAborted();
    const read = { ...request, messages: request.messages.map(cutMessage) };
    const draft = request.json_schema ? fillSchema(read, request.json_schema) : composeDraft(read);
    const most = request.max_tokens ?? Infinity;
    let text = '';
    let tokens = 0;
    for (const part of draft.parts) {
      if (typeof part !== 'string') {
        yield { type: 'citation', citation: part };
        continue;
      }
      for (const [piece] of part.matchAll(/\s*\S{1,40}|\s+/gu)) {
        tokens += countTokens(piece);
        if (tokens > most) {
          yield finish(request, text, 'length');
          return;
        }
        text += piece;
        yield { type: 'delta', content: piece };
        await waitOrThrowReason(this.#wordDelayMs, signal);
      }
    }
    if (draft.call) yield { type: 'tool_call', ...draft.call };
    yield finish(request, text + describeCall(draft), draft.call ? 'tool_calls' : 'stop');
  }
}

/**
 * Only the beginning of a longer message is read, as by a model with a full context, because reading runs in this
 * process.
 */
function cutMessage(message: ChatMessage): ChatMessage {
  if (message.role !== 'user') return message;
  const { content } = message;
  if (typeof content === 'string') return { ...message, content: cutText(content, maxMessageLength) };
  return {
    ...message,
    content: content.map((part) =>
      part.type === 'text' ? { ...part, text: cutText(part.text, maxMessageLength) } : part,
    ),
  };
}

function finish(request: ChatRequest, text: string, reason: 'stop' | 'length' | 'tool_calls'): ChatEvent {
  const passages = (request.passages ?? []).map(({ content }) => ({ role: 'system' as const, content }));
  const messages = [...passages, ...request.messages];
  return { type: 'finish', reason, usage: countUsage({ messages, tools: request.tools }, text) };
}

function describeCall({ call }: Draft): string {
  return call ? `${call.name} ${JSON.stringify(call.arguments)}` : '';
}
