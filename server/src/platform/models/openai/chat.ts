import type { Usage } from '@portico/shared-types';
import type OpenAI from 'openai';
import type { ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions';
import { callWithRetries, type RetryPolicy } from '../call-with-retries.ts';
import type { ChatEvent, ChatModel, ChatRequest } from '../chat-model.ts';
import { countUsage } from '../estimate-usage.ts';
import { lastUserText } from '../last-user-text.ts';
import type { ModelLog } from '../model-log.ts';
import { toStorableEvents } from '../storable-events.ts';
import { adaptations, findAdaptation } from './adaptations.ts';
import { ChatChunk } from './chat-chunk.ts';
import { addPassages, CitationMarks } from './grounding.ts';
import { readChunks } from './read-chunks.ts';
import { toModelError, unreachable } from './to-model-error.ts';
import { toOpenAIMessages } from './to-openai-messages.ts';
import { ToolCallAssembler } from './tool-call-assembler.ts';

type Params = ChatCompletionCreateParamsStreaming;

export interface OpenAIChatOptions {
  client: OpenAI;
  log: ModelLog;
  retries: RetryPolicy;
  patienceMs: number;
}

/** Chat completions of any OpenAI-compatible server, streamed (contract section 11). */
export class OpenAIChat implements ChatModel {
  readonly #options: OpenAIChatOptions;
  /** What each model's server was found not to know, so that only the first call pays for finding out. */
  readonly #learnt = new Map<string, Set<string>>();

  constructor(options: OpenAIChatOptions) {
    this.#options = options;
  }

  stream(request: ChatRequest, signal: AbortSignal): AsyncGenerator<ChatEvent> {
    return toStorableEvents(this.#stream(request, signal));
  }

  async *#stream(request: ChatRequest, signal: AbortSignal): AsyncGenerator<ChatEvent> {
    const messages = addPassages(request);
    const response = await this.#open(toParams({ ...request, messages }), signal);
    const calls = new ToolCallAssembler();
    const marks = new CitationMarks(request.passages ?? [], lastUserText(request.messages), request.cited);
    let text = '';
    let reason: string | null = null;
    let usage: Usage | null = null;
    try {
      for await (const chunks of readChunks(response, this.#options.patienceMs)) {
        for (const raw of chunks) {
          const chunk = ChatChunk.parse(raw);
          usage = chunk.usage ?? usage;
          const choice = chunk.choices?.[0];
          if (!choice) continue;
          reason = choice.finish_reason ?? reason;
          for (const delta of choice.delta?.tool_calls ?? []) calls.add(delta);
          // Thoughts (reasoning_content) are the model's own business; a refusal is its answer.
          const content = choice.delta?.content || choice.delta?.refusal;
          if (!content) continue;
          text += content;
          for (const event of toEvents(marks.read(content))) yield event;
        }
      }
    } catch (error) {
      signal.throwIfAborted();
      throw toModelError(error, request.model);
    }
    signal.throwIfAborted();
    if (reason === null) throw unreachable(new Error('the stream ended without a finish_reason'));
    yield* toEvents(calls.size > 0 ? { content: marks.finish().content, citations: [] } : marks.finish());
    yield* calls.finish(new Set(request.tools?.map((tool) => tool.name)));
    yield {
      type: 'finish',
      reason: calls.size > 0 ? 'tool_calls' : toFinishReason(reason),
      usage: usage ?? { ...countUsage({ ...request, messages }, text + calls.text), estimated: true },
    };
  }

  async #open(params: Params, signal: AbortSignal): Promise<Response> {
    const { client, log, retries } = this.#options;
    const learnt = this.#learnt.get(params.model) ?? new Set<string>();
    this.#learnt.set(params.model, learnt);
    let adapted = adaptations.filter(({ name }) => learnt.has(name)).reduce((all, { apply }) => apply(all), params);
    for (;;) {
      try {
        return await callWithRetries(
          () => client.chat.completions.create(adapted, { signal }).asResponse().catch(rethrowTransient(params.model)),
          signal,
          retries,
          (error, waitMs) =>
            log.warn({ model: params.model, code: error.code, wait_ms: waitMs }, 'model call repeated'),
        );
      } catch (error) {
        signal.throwIfAborted();
        const adaptation = findAdaptation(error, adapted);
        if (!adaptation) throw toModelError(error, params.model);
        log.info({ model: params.model, adaptation: adaptation.name }, 'model call adapted');
        // What one conversation holds (images) says nothing of the next one's.
        if (adaptation.name !== 'no-images') learnt.add(adaptation.name);
        adapted = adaptation.apply(adapted);
      }
    }
  }
}

/** Makes a ModelError of what may pass; keeps a refusal as it is, so that the adaptations can read its reason. */
function rethrowTransient(model: string): (error: unknown) => never {
  return (error) => {
    const known = toModelError(error, model);
    throw known.retryable ? known : error;
  };
}

function toParams(request: ChatRequest): Params {
  return {
    model: request.model,
    messages: toOpenAIMessages(request.messages),
    stream: true,
    stream_options: { include_usage: true },
    ...(request.temperature === undefined ? {} : { temperature: request.temperature }),
    ...(request.top_p === undefined ? {} : { top_p: request.top_p }),
    ...(request.max_tokens === undefined ? {} : { max_tokens: request.max_tokens }),
    ...(request.tools?.length
      ? { tools: request.tools.map((tool) => ({ type: 'function' as const, function: { ...tool } })) }
      : {}),
    ...(request.json_schema
      ? { response_format: { type: 'json_schema', json_schema: { name: 'answer', schema: request.json_schema } } }
      : {}),
  };
}

function* toEvents(piece: ReturnType<CitationMarks['read']>): Generator<ChatEvent> {
  if (piece.content) yield { type: 'delta', content: piece.content };
  for (const citation of piece.citations) yield { type: 'citation', citation };
}

function toFinishReason(reason: string): 'stop' | 'length' | 'content_filter' {
  return reason === 'length' || reason === 'content_filter' ? reason : 'stop';
}
