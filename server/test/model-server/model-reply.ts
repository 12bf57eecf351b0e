/** The double's response to one request. By default everything is as in OpenAI's API. */
export interface ModelReply {
  /** The text of the response; an array is streamed entry by entry, a string word by word. */
  text?: string | string[];
  toolCalls?: { id?: string; name: string; arguments: Record<string, unknown> | string }[];
  /** The server's habits; `openai` by default. */
  habits?: Habits;
  /** Overrides the finish_reason; null sends none at all. */
  finishReason?: string | null;
  /** Overrides the reported usage; null reports none. */
  usage?: { prompt_tokens: number; completion_tokens: number; total_tokens?: number } | null;
  /** The reasoning tokens within the usage, as reasoning models report them. */
  reasoningTokens?: number;
  /** Milliseconds before the headers. */
  delayMs?: number;
  /** Milliseconds before each chunk. */
  tokenDelayMs?: number;
  /** Destroys the connection after this many chunks (0: directly after the headers). */
  cutAfter?: number;
  /** Ends the stream normally after this many chunks, but without finish_reason and [DONE]. */
  stopAfter?: number;
  /** Sends nothing more after this many chunks, and keeps the connection open. */
  hangAfter?: number;
  /** Ends that pause once it is fulfilled. */
  hangUntil?: Promise<void>;
  /** Responds with this status and OpenAI's error object instead. */
  status?: number;
  error?: { message?: string; type?: string; code?: string; param?: string };
  headers?: Record<string, string>;
  /** Sends an error object inside the stream after the text. */
  streamedError?: { message: string; type?: string; code?: string };
  /** Sends only these `data:` payloads, and [DONE] at the end. */
  chunks?: unknown[];
  /** Vectors for an embeddings request; by default hashes of the input. */
  embeddings?: number[][];
  /** The format of the vectors, regardless of the requested one. */
  embeddingEncoding?: 'float' | 'base64';
}

/** Streams as recorded from real servers such as Ollama and vLLM, see habits.ts. */
export type Habits = 'openai' | 'ollama' | 'ollama-objects' | 'vllm' | 'vllm-new-ids' | 'silent-usage';
