/** What the double answers to one request. Everything left out is what OpenAI itself would do. */
export interface ModelReply {
  /** The text of the answer; an array streams its entries as they are, a string word by word. */
  text?: string | string[];
  toolCalls?: { id?: string; name: string; arguments: Record<string, unknown> | string }[];
  /** The server's habits; `openai` unless said otherwise. */
  habits?: Habits;
  /** Overrides the finish_reason; null sends none at all. */
  finishReason?: string | null;
  /** Overrides the reported usage; null reports none. */
  usage?: { prompt_tokens: number; completion_tokens: number; total_tokens?: number } | null;
  /** Tokens of the usage that went into thoughts, as reasoning models report them. */
  reasoningTokens?: number;
  /** Milliseconds before the headers. */
  delayMs?: number;
  /** Milliseconds before each chunk. */
  tokenDelayMs?: number;
  /** Destroys the connection after that many chunks (0: right after the headers). */
  cutAfter?: number;
  /** Ends the stream in good order after that many chunks, without finish_reason and [DONE]. */
  stopAfter?: number;
  /** Goes silent after that many chunks, and keeps the connection open. */
  hangAfter?: number;
  /** Responds with this status with OpenAI's error object instead. */
  status?: number;
  error?: { message?: string; type?: string; code?: string; param?: string };
  headers?: Record<string, string>;
  /** Sends an error object inside the stream after the text. */
  streamedError?: { message: string; type?: string; code?: string };
  /** Sends these `data:` payloads instead of anything else, each followed by [DONE] at the end. */
  chunks?: unknown[];
  /** Vectors of an embeddings request; hashed from the input when left out. */
  embeddings?: number[][];
  /** The form of the vectors, regardless of what was asked for. */
  embeddingEncoding?: 'float' | 'base64';
}

/** `ollama`, `vllm`: the streams that those servers really send, see habits.ts. */
export type Habits = 'openai' | 'ollama' | 'ollama-objects' | 'vllm' | 'vllm-new-ids' | 'silent-usage';
