import type { ModelInfo, Usage } from '@portico/shared-types';
import { defaultRetryPolicy, type RetryPolicy } from './call-with-retries.ts';
import type { ChatModel } from './chat-model.ts';
import { describeModels } from './describe-models.ts';
import type { EmbeddingModel } from './embedding-model.ts';
import { ExtractiveModel, extractiveModelName } from './extractive/extractive-model.ts';
import { HashEmbedding, hashEmbeddingName } from './hash-embedding.ts';
import { ModelError } from './model-error.ts';
import type { ModelLog } from './model-log.ts';
import { type ModelPrices, priceUsage } from './model-prices.ts';
import { assumedDefaultModel, createModelCatalog, type ModelCatalog } from './model-catalog.ts';
import { type ModelApi, OpenAIChat } from './openai/chat.ts';
import { prepareClient } from './openai/client.ts';
import { OpenAIEmbedding } from './openai/embeddings.ts';

export interface ModelsConfig {
  openaiApiKey?: string | undefined;
  /** Any OpenAI-compatible server, including its /v1; a key is optional. */
  openaiBaseUrl?: string | undefined;
  defaultModel?: string | undefined;
  embeddingModel?: string | undefined;
  /** Which of OpenAI's protocols is used; `auto` by default. */
  api?: ModelApi | undefined;
  modelPrices?: ModelPrices | undefined;
  /** How calls to the model server are retried. */
  retries?: Partial<RetryPolicy> | undefined;
  /** Milliseconds to wait for the server's headers, and between two pieces of a stream; 180,000 by default. */
  timeoutMs?: number | undefined;
  /** The pace of the built-in model, in milliseconds a word; 12 by default. */
  wordDelayMs?: number | undefined;
}

export interface Models {
  /** The model with this name. */
  chat(model: string): ChatModel;
  /**
   * The embedding model with this name; throws a ModelError (model_rejected) for one that requires a model server, if
   * there is none.
   */
  embedding(model: string): EmbeddingModel;
  readonly defaultModel: string;
  /**
   * Determines the default model if the config names none; resolves within seconds, even if the server is unreachable.
   */
  prepare(): Promise<void>;
  /** A warning about a model that the server doesn't list; undefined if it is listed or the list is unknown. */
  warnOfUnknown(model: string): Promise<string | undefined>;
  /** The models that an agent can use, the default first; asks the server at most once in five minutes. */
  list(): Promise<ModelInfo[]>;
  defaultEmbeddingModel: string;
  /** True while no model server is configured and the built-in model responds for every name. */
  builtin: boolean;
  /** The cost of this usage of the model in credits. */
  price(usage: Usage, model: string): number;
}

/** Chooses between the configured model server and the built-in models (docs/reference/models.md#model-server). */
export function createModels(config: ModelsConfig, log: ModelLog): Models {
  const extractive = new ExtractiveModel(config.wordDelayMs === undefined ? {} : { wordDelayMs: config.wordDelayMs });
  const hashEmbedding = new HashEmbedding();
  const server = connect(config, log);
  const prices = config.modelPrices ?? {};
  const price = (usage: Usage, model: string) => priceUsage(usage, model, prices);
  if (!server) {
    if (config.defaultModel && config.defaultModel !== extractiveModelName)
      log.warn(
        { model: config.defaultModel },
        'DEFAULT_MODEL is not used: OPENAI_API_KEY or OPENAI_BASE_URL is missing',
      );
    return {
      chat: () => extractive,
      embedding: (name) => {
        if (name === hashEmbeddingName) return hashEmbedding;
        throw new ModelError('model_rejected', `The embedding model "${name}" needs a model server.`);
      },
      defaultModel: extractiveModelName,
      prepare: async () => {},
      warnOfUnknown: async () => undefined,
      list: async () => describeModels({ names: undefined, defaultModel: extractiveModelName, prices }),
      defaultEmbeddingModel: hashEmbeddingName,
      builtin: true,
      price,
    };
  }
  let chosen = config.defaultModel ?? assumedDefaultModel;
  const embeddings = new Map<string, EmbeddingModel>([[hashEmbeddingName, hashEmbedding]]);
  return {
    chat: (name) => (name === extractiveModelName ? extractive : server.chat),
    embedding: (name) => {
      const known = embeddings.get(name) ?? server.embedding(name);
      embeddings.set(name, known);
      return known;
    },
    get defaultModel() {
      return chosen;
    },
    async prepare() {
      if (config.defaultModel) return;
      const found = await server.catalog.chooseDefault();
      chosen = found ?? assumedDefaultModel;
      if (found) log.info({ model: chosen }, 'DEFAULT_MODEL is not set: agents that name no model use this one');
      else
        log.warn(
          { model: chosen },
          'DEFAULT_MODEL is not set and the model server lists no model: this one is assumed',
        );
    },
    async warnOfUnknown(model) {
      if (model === extractiveModelName) return undefined;
      const names = await server.catalog.list();
      if (names === undefined || names.includes(model)) return undefined;
      return `is not in the model server's list of ${names.length} models; replies fail if it does not exist`;
    },
    list: async () => describeModels({ names: await server.catalog.list(), defaultModel: chosen, prices }),
    // A server without a key is usually local, and rarely has OpenAI's embedding model.
    defaultEmbeddingModel:
      config.embeddingModel ?? (config.openaiApiKey ? 'text-embedding-3-small' : hashEmbeddingName),
    builtin: false,
    price,
  };
}

interface Server {
  catalog: ModelCatalog;
  chat: ChatModel;
  embedding(name: string): EmbeddingModel;
}

function connect(config: ModelsConfig, log: ModelLog): Server | null {
  if (!config.openaiApiKey && !config.openaiBaseUrl) return null;
  const timeoutMs = config.timeoutMs ?? 180_000;
  const retries = { ...defaultRetryPolicy, ...config.retries };
  const client = prepareClient({
    apiKey: config.openaiApiKey || null,
    baseUrl: config.openaiBaseUrl || null,
    timeoutMs,
  });
  return {
    catalog: createModelCatalog(client),
    chat: new OpenAIChat({ client, log, retries, timeoutMs, api: config.api ?? 'auto' }),
    embedding: (name) => new OpenAIEmbedding(name, { client, log, retries }),
  };
}
