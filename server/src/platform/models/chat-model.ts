import type { Citation, ReasoningEffort, ToolCall, Usage } from '@portico/shared-types';

/**
 * The port that every language model of Portico implements, OpenAI-compatible or built-in
 * (docs/reference/models.md#model-server).
 */
export interface ChatModel {
  /**
   * Streams one response: deltas as they are written, then its tool calls, citations and exactly one `finish`. Throws a
   * ModelError if there is no response, and the signal's own reason once the signal fires.
   */
  stream(request: ChatRequest, signal: AbortSignal): AsyncIterable<ChatEvent>;
  /** Maximum tokens of the response including reasoning, if that is more than the request's `max_tokens`. */
  maxTokens?(request: ChatRequest): number | undefined;
}

export interface ChatRequest {
  model: string;
  messages: ChatMessage[];
  tools?: ChatTool[] | undefined;
  temperature?: number | undefined;
  top_p?: number | undefined;
  /** Maximum tokens of visible text and tool calls; reasoning tokens come on top. */
  max_tokens?: number | undefined;
  /** How much a reasoning model thinks before it responds; the model's own default if not given. */
  reasoning_effort?: ReasoningEffort | undefined;
  /** JSON Schema that the text of the response should follow. Models may not follow it, so the caller checks. */
  json_schema?: Record<string, unknown> | undefined;
  /** Search results for the last message. The model sees these, and the ones it uses are reported as `citation`. */
  passages?: Passage[] | undefined;
  /** The nearest results if nothing fits: the reply may name them, but never quote them. */
  nearest?: Passage[] | undefined;
  /** The conversation's language if the message doesn't show it, as a locale: `de-CH`. */
  locale?: string | undefined;
  /**
   * Chunks that earlier calls for the same reply cited, in that order: citation marks like [2] continue from their
   * number.
   */
  cited?: readonly string[] | undefined;
}

export type ChatMessage =
  | { role: 'system'; content: string }
  | { role: 'user'; content: string | ContentPart[] }
  | { role: 'assistant'; content: string; tool_calls?: ToolCall[] | undefined }
  | { role: 'tool'; tool_call_id: string; content: string };

/** `url` of an image is a data: URL, or an address that the model's server can fetch. */
export type ContentPart = { type: 'text'; text: string } | { type: 'image'; url: string };

export interface ChatTool {
  name: string;
  description: string;
  /** JSON Schema of the arguments object. */
  parameters: Record<string, unknown>;
}

export interface Passage {
  chunk_id: string;
  document_id: string;
  document_name: string;
  /** The document's title, or its name. */
  title: string;
  /** The address of the document. */
  url: string | null;
  /** The headings above the passage, joined by ` > `. */
  heading: string | null;
  content: string;
  /** 0 to 1, as the search scored it. */
  score: number;
  /** Position in its document, from 0, if known. */
  ordinal?: number | undefined;
}

export type ChatEvent =
  | { type: 'delta'; content: string }
  | ({ type: 'tool_call' } & ToolCall)
  | InvalidToolCall
  | { type: 'citation'; citation: Citation }
  | { type: 'finish'; reason: FinishReason; usage: Usage };

/**
 * A call that must not run: its arguments are not a JSON object, or no such tool was offered. Send the reason back to
 * the model.
 */
export interface InvalidToolCall {
  type: 'invalid_tool_call';
  id: string;
  name: string;
  raw: string;
  reason: string;
}

/** `tool_calls` if a call was made, valid or not, regardless of the finish reason that the server sent. */
export type FinishReason = 'stop' | 'length' | 'tool_calls' | 'content_filter';
