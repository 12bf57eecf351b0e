import type OpenAI from 'openai';

export type GetClient = () => Promise<OpenAI>;

interface OpenAISettings {
  apiKey: string | null;
  /** Null means OpenAI itself. */
  baseUrl: string | null;
  /**
   * Milliseconds until the response headers, and between two pieces of a stream: a local server may have to load a
   * model first.
   */
  timeoutMs: number;
}

/**
 * Returns what gives the client, which is loaded with the first call: it takes 36 MB of memory.
 *
 * The client does exactly one HTTP call each time: repeats are ours, because they must be bounded and abortable.
 * Everything is passed, so that the package reads no environment variable.
 */
export function prepareClient(settings: OpenAISettings): GetClient {
  let client: Promise<OpenAI> | undefined;
  return () => {
    client ??= createClient(settings);
    return client;
  };
}

async function createClient(settings: OpenAISettings): Promise<OpenAI> {
  const { default: Client } = await import('openai');
  return new Client({
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
