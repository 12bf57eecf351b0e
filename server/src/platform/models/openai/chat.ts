import type { Usage } from '@portico/shared-types';
import { APIError } from 'openai/error';
import { callWithRetries, type RetryPolicy } from '../call-with-retries.ts';
import type { ChatEvent, ChatModel, ChatRequest } from '../chat-model.ts';
import { countUsage, sumUsage } from '../estimate-usage.ts';
import { lastUserText } from '../last-user-text.ts';
import type { ModelLog } from '../model-log.ts';
import { applyLearnt, factOf, findAdaptation, noReasoningWithTools, refusesToolsWithReasoning } from './adaptations.ts';
import type { ReplyPart } from './reply-part.ts';
import { readChatChunk, toChatParams } from './chat-completions.ts';
import type { GetClient } from './client.ts';
import { toStorableEvents } from '../storable-events.ts';
import { addPassages, CitationMarks } from './grounding.ts';
import { LeadingThought } from './leading-thought.ts';
import { readChunks } from './read-chunks.ts';
import { readResponseEvent, toResponsesParams } from './responses.ts';
import { toModelError, unreachable } from './to-model-error.ts';
import { ToolCallAssembler } from './tool-call-assembler.ts';
import { ToolNames } from './tool-names.ts';

/** `auto` uses Chat Completions, and the Responses API only for requests that the model rejects there. */
export type ModelApi = 'auto' | 'chat' | 'responses';

export interface OpenAIChatOptions {
  client: GetClient;
  log: ModelLog;
  retries: RetryPolicy;
  timeoutMs: number;
  api: ModelApi;
}

/** Facts learnt about a model are kept for the life of the process: names of adaptations, and these. */
const learntReasons = 'reasons';
const learntNoResponses = 'no-responses';

/**
 * Tokens for reasoning on top of `max_tokens`, which counts visible text; a model uses no more of them than it needs.
 */
const reasoningBudget = 8_192;
const largeReasoningBudget = 32_768;

/**
 * Maximum UTF-16 units of an answer: its text, and the arguments of its calls. A small model can repeat itself without
 * end, and not every server respects `max_tokens`.
 */
const maxAnswerLength = 1_048_576;

type End = Extract<ChatEvent, { type: 'finish' }>;

interface Opened {
  response: Response;
  read: (raw: unknown) => ReplyPart;
}

/** The models of any OpenAI-compatible server, streamed (docs/reference/models.md#model-server). */
export class OpenAIChat implements ChatModel {
  readonly #options: OpenAIChatOptions;
  /** Features that each model's server was found not to support, so that only the first call has to find out. */
  readonly #learnt = new Map<string, Set<string>>();

  constructor(options: OpenAIChatOptions) {
    this.#options = options;
  }

  stream(request: ChatRequest, signal: AbortSignal): AsyncGenerator<ChatEvent> {
    return toStorableEvents(this.#stream(request, signal));
  }

  async *#stream(request: ChatRequest, signal: AbortSignal): AsyncGenerator<ChatEvent> {
    const learnt = this.#learntOf(request.model);
    const knewThatItReasons = learnt.has(learntReasons);
    const wasEmpty = yield* this.#answer(request, signal);
    // Reasoning used up all tokens before the first word. From now on the model gets extra tokens for it.
    if (wasEmpty !== undefined && !knewThatItReasons) {
      learnt.add(learntReasons);
      const rest = yield* this.#answer(request, signal, wasEmpty.usage);
      if (rest !== undefined) yield rest;
    } else if (wasEmpty !== undefined) yield wasEmpty;
  }

  maxTokens(request: ChatRequest): number | undefined {
    return withReasoningBudget(request, this.#learntOf(request.model)).max_tokens;
  }

  /**
   * Streams one response, whose end includes the usage `spent` before; returns its end instead of yielding it if the
   * tokens ran out before any text.
   */
  async *#answer(request: ChatRequest, signal: AbortSignal, spent?: Usage): AsyncGenerator<ChatEvent, End | undefined> {
    const names = new ToolNames(request.tools);
    const sent = names.replaceIn({ ...request, messages: addPassages(request) });
    const learnt = this.#learntOf(request.model);
    const { response, read } = await this.#open(withReasoningBudget(sent, learnt), signal);
    const calls = new ToolCallAssembler();
    const marks = new CitationMarks(request.passages ?? [], lastUserText(request.messages), request.cited);
    const thought = new LeadingThought();
    let written = '';
    let text = '';
    let reason: string | null = null;
    let isDone = false;
    let isCut = false;
    let usage: Usage | null = null;
    try {
      // Some servers send no finish_reason; then only [DONE] distinguishes the end from a lost connection.
      const onDone = () => void (isDone = true);
      reading: for await (const chunks of readChunks(response, this.#options, onDone)) {
        for (const raw of chunks) {
          const piece = read(raw);
          usage = piece.usage ?? usage;
          reason = piece.reason ?? reason;
          if ((piece.reasoningTokens ?? 0) > 0) learnt.add(learntReasons);
          for (const delta of piece.calls ?? []) calls.add(delta);
          isCut = written.length + (piece.content?.length ?? 0) + calls.length > maxAnswerLength;
          if (isCut) break reading;
          if (piece.content === undefined) continue;
          written += piece.content;
          const visible = thought.read(piece.content);
          text += visible;
          for (const event of toEvents(marks.read(visible))) yield event;
        }
      }
    } catch (error) {
      signal.throwIfAborted();
      throw toModelError(error, request.model);
    }
    signal.throwIfAborted();
    // Calls that may be incomplete are not run.
    if (isCut) {
      calls.clear();
      reason = 'length';
    }
    if (isDone && (written !== '' || calls.size > 0)) reason ??= 'stop';
    if (reason === null) throw unreachable(new Error('the stream ended without a finish_reason or [DONE]'));
    const rest = thought.finish(toFinishReason(reason) === 'stop' && calls.size === 0);
    text += rest;
    yield* toEvents(marks.read(rest));
    const used = usage ?? { ...countUsage(sent, written + calls.text), estimated: true };
    const end: End = {
      type: 'finish',
      reason: calls.size > 0 ? 'tool_calls' : toFinishReason(reason),
      usage: spent === undefined ? used : sumUsage(spent, used),
    };
    // Without any marks, all passages would be cited.
    if (end.reason === 'length' && text === '') return end;
    yield* toEvents(calls.size > 0 ? { content: marks.finish().content, citations: [] } : marks.finish());
    const offered = new Set(sent.tools?.map(({ name }) => name));
    for (const call of calls.finish(offered)) yield { ...call, name: names.toOwn(call.name) };
    yield end;
    return undefined;
  }

  async #open(request: ChatRequest, signal: AbortSignal): Promise<Opened> {
    const learnt = this.#learntOf(request.model);
    const needsResponses = learnt.has(noReasoningWithTools) && this.#mayUseResponses(request);
    if (this.#options.api === 'responses' || needsResponses) {
      const opened = await this.#openResponses(request, signal);
      if (opened !== undefined) return opened;
    }
    const opened = await this.#openChat(request, signal);
    // It is opened by what is known of the model now.
    return opened === 'responses' ? this.#open(request, signal) : opened;
  }

  /** Whether the request has tools and an effort, and the Responses API may take it if Chat Completions doesn't. */
  #mayUseResponses({ model, tools = [], reasoning_effort: effort }: ChatRequest): boolean {
    const reasons = effort !== undefined && effort !== 'none';
    return this.#options.api === 'auto' && tools.length > 0 && reasons && !this.#learntOf(model).has(learntNoResponses);
  }

  /**
   * Uses Chat Completions; returns `responses` if the model accepts tools together with reasoning only over the
   * Responses API.
   */
  async #openChat(request: ChatRequest, signal: AbortSignal): Promise<Opened | 'responses'> {
    const { client, log } = this.#options;
    const { model } = request;
    const learnt = this.#learntOf(model);
    let adapted = applyLearnt(toChatParams(request), learnt);
    /** Each is tried once: a server may refuse what one of them has changed, and also what it was before. */
    const tried = new Set<string>();
    for (;;) {
      try {
        const response = await this.#call(model, signal, async () =>
          (await client()).chat.completions.create(adapted, { signal }).asResponse(),
        );
        return { response, read: readChatChunk };
      } catch (error) {
        signal.throwIfAborted();
        if (this.#mayUseResponses(request) && refusesToolsWithReasoning(error)) {
          log.info({ model, adaptation: noReasoningWithTools }, 'model call adapted');
          learnt.add(noReasoningWithTools);
          return 'responses';
        }
        const adaptation = findAdaptation(error, adapted, tried);
        if (!adaptation) throw toModelError(error, model);
        tried.add(adaptation.name);
        log.info({ model, adaptation: adaptation.name }, 'model call adapted');
        // The content of one conversation (images) doesn't predict the next one's.
        if (adaptation.name !== 'no-images') learnt.add(factOf(adaptation, adapted));
        adapted = adaptation.apply(adapted);
      }
    }
  }

  /** Uses the Responses API; returns undefined if the server doesn't have it. */
  async #openResponses(request: ChatRequest, signal: AbortSignal): Promise<Opened | undefined> {
    const { client } = this.#options;
    const { model } = request;
    const learnt = this.#learntOf(model);
    const whole = toResponsesParams(request);
    const { temperature: _temperature, top_p: _topP, ...unsampled } = whole;
    const ask = async (params: typeof whole): Promise<Response> =>
      this.#call(model, signal, async () => (await client()).responses.create(params, { signal }).asResponse());
    try {
      const response = await ask(learnt.has('no-sampling') ? unsampled : whole).catch(async (error: unknown) => {
        if (!(error instanceof APIError) || !/temperature|top_p/u.test(error.message)) throw error;
        learnt.add('no-sampling');
        return ask(unsampled);
      });
      return { response, read: readResponseEvent };
    } catch (error) {
      signal.throwIfAborted();
      const isMissing = error instanceof APIError && error.status === 404 && error.code !== 'model_not_found';
      if (!isMissing || this.#options.api === 'responses') throw toModelError(error, model);
      learnt.add(learntNoResponses);
      return undefined;
    }
  }

  async #call(model: string, signal: AbortSignal, ask: () => Promise<Response>): Promise<Response> {
    const { log, retries } = this.#options;
    return callWithRetries(
      async () => ask().catch(rethrowTransient(model)),
      signal,
      retries,
      (error, waitMs) => log.warn({ model, code: error.code, wait_ms: waitMs }, 'model call repeated'),
    );
  }

  #learntOf(model: string): Set<string> {
    const learnt = this.#learnt.get(model) ?? new Set<string>();
    this.#learnt.set(model, learnt);
    return learnt;
  }
}

/** `max_tokens` counts visible text, so a reasoning model gets extra tokens. */
function withReasoningBudget(request: ChatRequest, learnt: ReadonlySet<string>): ChatRequest {
  const { max_tokens: visible, reasoning_effort: effort } = request;
  const reasons = effort === undefined ? learnt.has(learntReasons) : effort !== 'none';
  if (visible === undefined || !reasons) return request;
  const isDeep = effort === 'high' || effort === 'xhigh' || effort === 'max';
  return { ...request, max_tokens: visible + (isDeep ? largeReasoningBudget : reasoningBudget) };
}

/**
 * Converts temporary errors to a ModelError; keeps a rejection unchanged, so that the adaptations can read its reason.
 */
function rethrowTransient(model: string): (error: unknown) => never {
  return (error) => {
    const known = toModelError(error, model);
    throw known.retryable ? known : error;
  };
}

function* toEvents(piece: ReturnType<CitationMarks['read']>): Generator<ChatEvent> {
  if (piece.content) yield { type: 'delta', content: piece.content };
  for (const citation of piece.citations) yield { type: 'citation', citation };
}

function toFinishReason(reason: string): 'stop' | 'length' | 'content_filter' {
  return reason === 'length' || reason === 'content_filter' ? reason : 'stop';
}
