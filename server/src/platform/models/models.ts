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
  /** Any OpenAI-compatible server, with its /v1; needs no key. */
  openaiBaseUrl?: string | undefined;
  defaultModel?: string | undefined;
  embeddingModel?: string | undefined;
  /** Which of OpenAI's protocols is spoken; `auto` by default. */
  api?: ModelApi | undefined;
  modelPrices?: ModelPrices | undefined;
  /** How calls to the model server are repeated. */
  retries?: Partial<RetryPolicy> | undefined;
  /** Milliseconds to wait for the server's headers, and between two pieces of a stream; 180,000 by default. */
  timeoutMs?: number | undefined;
  /** The pace of the built-in model, in milliseconds a word; 12 by default. */
  wordDelayMs?: number | undefined;
}

export interface Models {
  /** The model of this name. */
  chat(model: string): ChatModel;
  /** The embedding of this name; throws a ModelError (model_rejected) for one that only a model server has, if there is none. */
  embedding(model: string): EmbeddingModel;
  readonly defaultModel: string;
  /** Finds out which model is the default if the config names none; resolves within seconds, also if the server is away. */
  prepare(): Promise<void>;
  /** A sentence about a model that the server's list lacks; undefined if it is there or the list is unknown. */
  warnOfUnknown(model: string): Promise<string | undefined>;
  /** The models that an agent can name, the default first; asks the server at most once in five minutes. */
  list(): Promise<ModelInfo[]>;
  defaultEmbeddingModel: string;
  /** True while no model server is configured and the built-in model answers for every name. */
  builtin: boolean;
  /** Credits that this usage of the model costs. */
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
    // A server without a key is a local one, which rarely has OpenAI's embedding.
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
