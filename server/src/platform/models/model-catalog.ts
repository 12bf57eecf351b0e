import type { GetClient } from './openai/client.ts';

/**
 * OpenAI's models in the order in which they are tried as the default: the newest small general ones first, and none of
 * a family whose shutdown is announced. Last reviewed on 2026-11-22 against OpenAI's lists of models and deprecations.
 */
const preferredModels = [
  'gpt-6-luna',
  'gpt-5.6-luna',
  'gpt-6.1-terra',
  'gpt-5.6-terra',
  'gpt-5.4-mini',
  'gpt-6.1-sol',
  'gpt-6-sol',
  'gpt-5.6-sol',
  'gpt-5.5',
] as const;

const fallback = preferredModels[0];
const listTimeoutMs = 3_000;
const freshMs = 300_000;
/** Models that don't generate text. */
const notForChat =
  /embed|whisper|tts|audio|realtime|transcri|image|dall-e|sora|moderation|rerank|clip|vision-encoder/iu;

/** The models of the model server. */
export interface ModelCatalog {
  /** Names of all models, as the server lists them; undefined while it can't be reached or lists none. */
  list(): Promise<readonly string[] | undefined>;
  /**
   * The best model of the preference list that the server lists, else its first text model; undefined while the list is
   * unknown.
   */
  chooseDefault(): Promise<string | undefined>;
}

/** The default before the server has responded. */
export const assumedDefaultModel: string = fallback;

/** Asks the server at most once in five minutes; a failure is retried with the next call. */
export function createModelCatalog(client: GetClient): ModelCatalog {
  let known: { names: Promise<readonly string[] | undefined>; at: number } | undefined;
  const list = async (): Promise<readonly string[] | undefined> => {
    if (known === undefined || Date.now() - known.at > freshMs) {
      const names = fetchNames(client);
      known = { names, at: Date.now() };
      if ((await names) === undefined) known = undefined;
      return names;
    }
    return known.names;
  };
  return {
    list,
    async chooseDefault() {
      const names = await list();
      const preferred = preferredModels.find((name) => names?.includes(name));
      return preferred ?? names?.find(isForChat);
    },
  };
}

/** Whether a model with this name generates text. */
export function isForChat(name: string): boolean {
  return !notForChat.test(name);
}

async function fetchNames(client: GetClient): Promise<readonly string[] | undefined> {
  try {
    const page = await (await client()).models.list({ timeout: listTimeoutMs });
    return page.data.length === 0 ? undefined : page.data.map(({ id }) => id);
  } catch {
    return undefined;
  }
}
