import OpenAI from 'openai';

export interface OpenAISettings {
  apiKey: string | null;
  /** Null is OpenAI itself. */
  baseUrl: string | null;
  /** Milliseconds until the answer's headers, and between two pieces of a stream: a local server may load a model first. */
  timeoutMs: number;
}

/**
 * A client that does exactly one HTTP call each time: repeats are ours, because they must be bounded and abortable.
 * Everything is passed, so that the package reads no environment variable.
 */
export function createClient(settings: OpenAISettings): OpenAI {
  return new OpenAI({
    apiKey: settings.apiKey ?? 'none',
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    baseURL: settings.baseUrl ?? 'https://api.openai.com/v1',
    maxRetries: 0,
    timeout: settings.timeoutMs,
    logLevel: 'off',
    ...(settings.apiKey === null ? { defaultHeaders: { Authorization: null } } : {}),
  });
}
