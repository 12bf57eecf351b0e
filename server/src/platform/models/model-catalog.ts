import type { GetClient } from './openai/client.ts';

/**
 * OpenAI's models in the order in which they are tried as the default: the newest small general ones first. None of a
 * family whose shutdown is announced. Last reviewed on 2026-11-22 against the maker's list of models and deprecations.
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
/** Models that write no text. */
const notForChat =
  /embed|whisper|tts|audio|realtime|transcri|image|dall-e|sora|moderation|rerank|clip|vision-encoder/iu;

/** What the model server says it has. */
export interface ModelCatalog {
  /** Names of all models, as the server lists them; undefined while it can't be asked or lists none. */
  list(): Promise<readonly string[] | undefined>;
  /** The best listed model of the preference list, else the first that writes text; undefined while the list is unknown. */
  chooseDefault(): Promise<string | undefined>;
}

/** Before the server could be asked. */
export const assumedDefaultModel: string = fallback;

/** Asks the server at most once in five minutes; a failure is forgotten with the next question. */
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

/** Whether a model of this name writes text. */
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
