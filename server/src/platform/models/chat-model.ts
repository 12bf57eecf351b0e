import type { Citation, ReasoningEffort, ToolCall, Usage } from '@portico/shared-types';

/**
 * The port that every language model of Portico implements, OpenAI-compatible or built in
 * (docs/reference/models.md#model-server).
 */
export interface ChatModel {
  /**
   * Streams one answer: deltas as they are written, then its tool calls, citations and exactly one `finish`.
   * Throws a ModelError if there is no answer, and the signal's own reason once the signal fires.
   */
  stream(request: ChatRequest, signal: AbortSignal): AsyncIterable<ChatEvent>;
  /** The most tokens that the answer may take, thoughts included, if that is more than the request's `max_tokens`. */
  maxTokens?(request: ChatRequest): number | undefined;
}

export interface ChatRequest {
  model: string;
  messages: ChatMessage[];
  tools?: ChatTool[] | undefined;
  temperature?: number | undefined;
  top_p?: number | undefined;
  /** The most tokens of visible text and tool calls; what a model needs for its thoughts comes on top. */
  max_tokens?: number | undefined;
  /** How much a reasoning model thinks before it answers; the model's own default if not given. */
  reasoning_effort?: ReasoningEffort | undefined;
  /** JSON Schema that the text of the answer is to follow; models may still miss it, so the caller checks. */
  json_schema?: Record<string, unknown> | undefined;
  /** What a search found for the last message. The model is shown these, and what it rests on comes back as `citation`. */
  passages?: Passage[] | undefined;
  /** What came nearest if nothing fits: to be named, never to be answered from. */
  nearest?: Passage[] | undefined;
  /** The conversation's language if it isn't plain from the message, as a locale: `de-CH`. */
  locale?: string | undefined;
  /** Chunks that earlier calls for the same answer cited, in that order: the marks like [2] continue from their number. */
  cited?: readonly string[] | undefined;
}

export type ChatMessage =
  | { role: 'system'; content: string }
  | { role: 'user'; content: string | ContentPart[] }
  | { role: 'assistant'; content: string; tool_calls?: ToolCall[] | undefined }
  | { role: 'tool'; tool_call_id: string; content: string };

/** `url` of an image is a data: URL, or an address that the model's server can fetch by itself. */
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
  /** Where the document came from. */
  url: string | null;
  /** The headings above the passage, joined by ` > `. */
  heading: string | null;
  content: string;
  /** 0 to 1, as the search scored it. */
  score: number;
  /** Place in its document, from 0, if it is known. */
  ordinal?: number | undefined;
}

export type ChatEvent =
  | { type: 'delta'; content: string }
  | ({ type: 'tool_call' } & ToolCall)
  | InvalidToolCall
  | { type: 'citation'; citation: Citation }
  | { type: 'finish'; reason: FinishReason; usage: Usage };

/** A call that must not run: its arguments are not a JSON object, or no such tool was offered. Feed the reason back. */
export interface InvalidToolCall {
  type: 'invalid_tool_call';
  id: string;
  name: string;
  raw: string;
  reason: string;
}

/** `tool_calls` whenever a call was made, valid or not, regardless of what the server called its end. */
export type FinishReason = 'stop' | 'length' | 'tool_calls' | 'content_filter';
