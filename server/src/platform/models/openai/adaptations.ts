import { APIError } from 'openai/error';
import type {
  ChatCompletionCreateParamsStreaming,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';

type Params = ChatCompletionCreateParamsStreaming;

/** A way to repeat a request without a feature that a server doesn't support. */
interface Adaptation {
  name: string;
  /** What is remembered of the model, if it isn't true of every request: by default the name. */
  learntAs?: (params: Params) => string;
  /** Whether the rejection is about this feature and the request still uses it. */
  fits: (refusal: Refusal, params: Params) => boolean;
  apply: (params: Params) => Params;
}

interface Refusal {
  text: string;
  /** True if the server gave no reason at all. */
  silent: boolean;
}

/** Also decides that a request with tools and an effort needs the Responses API. */
export const noReasoningWithTools = 'no-reasoning-with-tools';

const toolsWithReasoning = /tools with reasoning.?effort/iu;
const unknownField =
  /unsupported|not supported|unknown|unrecogni[sz]ed|extra|unexpected|does not support|not permitted/iu;

/** In the order in which they are tried. */
const adaptations: readonly Adaptation[] = [
  {
    // OpenAI's models since GPT-5.4 accept function tools on Chat Completions only without reasoning. Those that reason
    // by default reject even a request that doesn't mention it.
    name: noReasoningWithTools,
    fits: ({ text }, params) =>
      toolsWithReasoning.test(text) && params.tools != null && params.reasoning_effort !== 'none',
    apply: (params) => (params.tools == null ? params : { ...params, reasoning_effort: 'none' }),
  },
  {
    // Models without reasoning accept no effort, and those with reasoning accept some of its values.
    name: 'no-reasoning-effort',
    learntAs: ({ reasoning_effort: effort }) => `no-reasoning-effort-${effort}`,
    fits: ({ text }, params) => params.reasoning_effort != null && /reasoning.?effort/iu.test(text),
    apply: ({ reasoning_effort: _, ...rest }) => rest,
  },
  {
    // vLLM before 0.5, text-generation-inference and several proxies reject it; the usage is then estimated.
    name: 'no-stream-options',
    fits: ({ text, silent }, params) => params.stream_options != null && (silent || text.includes('stream_options')),
    apply: (params) => without(params, 'stream_options'),
  },
  {
    // OpenAI's reasoning models accept only the new name, most other servers only the old one.
    name: 'other-max-tokens',
    fits: ({ text }, params) =>
      (params.max_tokens != null && /max_completion_tokens/u.test(text)) ||
      (params.max_completion_tokens != null && text.includes('max_completion_tokens') && unknownField.test(text)),
    apply: ({ max_tokens, max_completion_tokens, ...rest }) =>
      max_tokens == null
        ? { ...rest, ...(max_completion_tokens == null ? {} : { max_tokens: max_completion_tokens }) }
        : { ...rest, max_completion_tokens: max_tokens },
  },
  {
    // OpenAI's reasoning models accept no sampling settings.
    name: 'no-sampling',
    fits: ({ text }, params) =>
      (params.temperature != null || params.top_p != null) &&
      /temperature|top_p/u.test(text) &&
      unknownField.test(text),
    apply: (params) => without(params, 'temperature', 'top_p'),
  },
  {
    name: 'schema-in-words',
    fits: ({ text }, params) => params.response_format != null && /response_format|json_schema|schema/iu.test(text),
    apply: ({ response_format: format, ...rest }) =>
      format?.type === 'json_schema'
        ? { ...rest, messages: askForJson(rest.messages, format.json_schema.schema ?? {}) }
        : rest,
  },
  {
    name: 'no-images',
    fits: ({ text }, params) => hasImages(params.messages) && /image|vision|multimodal|modalit/iu.test(text),
    apply: (params) => ({ ...params, messages: params.messages.map(withoutImages) }),
  },
];

/** What is remembered of a model when this request needs the adaptation. */
export function factOf({ name, learntAs }: Adaptation, params: Params): string {
  return learntAs?.(params) ?? name;
}

/** The request without what the model is known to reject. */
export function applyLearnt(params: Params, learnt: ReadonlySet<string>): Params {
  return adaptations.reduce(
    (adapted, adaptation) => (learnt.has(factOf(adaptation, adapted)) ? adaptation.apply(adapted) : adapted),
    params,
  );
}

/** Whether a model rejects function tools together with reasoning, which it accepts over the Responses API. */
export function refusesToolsWithReasoning(error: unknown): boolean {
  return error instanceof APIError && error.status === 400 && toolsWithReasoning.test(error.message);
}

/** The first adaptation that may make the request succeed and was not tried yet; undefined if there is none. */
export function findAdaptation(error: unknown, params: Params, tried: ReadonlySet<string>): Adaptation | undefined {
  if (!(error instanceof APIError) || (error.status !== 400 && error.status !== 422)) return undefined;
  const refusal = { text: error.message, silent: error.message.includes('no body') };
  return adaptations.find(({ name, fits }) => !tried.has(name) && fits(refusal, params));
}

function without(params: Params, ...fields: ('stream_options' | 'temperature' | 'top_p')[]): Params {
  const rest = { ...params };
  for (const field of fields) delete rest[field];
  return rest;
}

function askForJson(messages: ChatCompletionMessageParam[], schema: object): ChatCompletionMessageParam[] {
  const wish = `Answer with one JSON value and nothing else. It must follow this JSON Schema:\n${JSON.stringify(schema)}`;
  const [first, ...rest] = messages;
  if (first?.role !== 'system') return [{ role: 'system', content: wish }, ...messages];
  const before = typeof first.content === 'string' ? first.content : '';
  return [{ role: 'system', content: `${before}\n\n${wish}` }, ...rest];
}

function hasImages(messages: ChatCompletionMessageParam[]): boolean {
  return messages.some(
    ({ role, content }) =>
      role === 'user' && Array.isArray(content) && content.some((part) => part.type === 'image_url'),
  );
}

function withoutImages(message: ChatCompletionMessageParam): ChatCompletionMessageParam {
  if (message.role !== 'user' || typeof message.content === 'string') return message;
  const texts = message.content.map((part) =>
    part.type === 'text' ? part.text : '[An image was attached here, which you cannot see.]',
  );
  return { role: 'user', content: texts.join('\n') };
}
