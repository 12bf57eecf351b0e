import { APIError } from 'openai/error';
import { z } from 'zod';
import { callWithRetries, type RetryPolicy } from '../call-with-retries.ts';
import type { EmbeddingModel } from '../embedding-model.ts';
import { ModelError } from '../model-error.ts';
import type { ModelLog } from '../model-log.ts';
import { hashEmbeddingName } from '../hash-embedding.ts';
import { batchTexts } from './embedding-batches.ts';
import { toModelError } from './to-model-error.ts';
import type { GetClient } from './client.ts';

const knownDimensions = new Map([
  ['text-embedding-3-small', 1536],
  ['text-embedding-3-large', 3072],
  ['text-embedding-ada-002', 1536],
]);

const Answer = z.object({
  data: z.array(
    z.object({
      index: z.int().min(0).nullish(),
      // Servers return floats or base64, regardless of the requested encoding_format.
      embedding: z.union([z.array(z.number()), z.string()]),
    }),
  ),
});

export interface OpenAIEmbeddingOptions {
  client: GetClient;
  log: ModelLog;
  retries: RetryPolicy;
}

/** Embeddings from any OpenAI-compatible server, in as many requests as its limits require. */
export class OpenAIEmbedding implements EmbeddingModel {
  readonly name: string;
  readonly #options: OpenAIEmbeddingOptions;
  #dimensions: number | null;
  #encoding: 'base64' | 'float' = 'base64';

  constructor(name: string, options: OpenAIEmbeddingOptions) {
    this.name = name;
    this.#options = options;
    this.#dimensions = knownDimensions.get(name) ?? null;
  }

  get dimensions(): number | null {
    return this.#dimensions;
  }

  async embed(texts: string[], signal: AbortSignal): Promise<Float32Array[]> {
    const vectors: Float32Array[] = [];
    for await (const batch of batchTexts(texts)) vectors.push(...(await this.#embedBatch(batch, signal)));
    return vectors;
  }

  async #embedBatch(input: string[], signal: AbortSignal): Promise<Float32Array[]> {
    const { log, retries } = this.#options;
    const answer = await callWithRetries(
      () => this.#request(input, signal),
      signal,
      retries,
      (error, waitMs) => log.warn({ model: this.name, code: error.code, wait_ms: waitMs }, 'embedding call repeated'),
    );
    const vectors = readVectors(answer, input.length);
    this.#dimensions ??= vectors[0]?.length ?? null;
    if (vectors.some((vector) => vector.length !== this.#dimensions)) throw badAnswer('vectors of another length');
    return vectors;
  }

  #missing(cause: APIError): ModelError {
    const advice = `Set EMBEDDING_MODEL to one that it has, or to ${hashEmbeddingName}, and use a new knowledge base.`;
    return new ModelError('model_rejected', `The model server has no embedding model named "${this.name}". ${advice}`, {
      cause,
    });
  }

  async #request(input: string[], signal: AbortSignal): Promise<unknown> {
    const client = await this.#options.client();
    const ask = () =>
      client.embeddings.create({ model: this.name, input, encoding_format: this.#encoding }, { signal });
    try {
      return await ask().catch((error: unknown) => {
        if (!refusesEncoding(error) || this.#encoding === 'float') throw error;
        this.#encoding = 'float';
        return ask();
      });
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof APIError && error.status === 404) throw this.#missing(error);
      throw toModelError(error, this.name);
    }
  }
}

function refusesEncoding(error: unknown): boolean {
  return (
    error instanceof APIError &&
    (error.status === 400 || error.status === 422) &&
    /encoding|base64/u.test(error.message)
  );
}

function readVectors(answer: unknown, expected: number): Float32Array[] {
  const { data, error } = Answer.safeParse(answer);
  if (!data) throw badAnswer(error);
  if (data.data.length !== expected) throw badAnswer('a vector is missing');
  const indexes = new Set(data.data.map((item) => item.index));
  const numbered = indexes.size === expected && !indexes.has(null) && !indexes.has(undefined);
  const ordered = numbered ? data.data.toSorted((a, b) => (a.index ?? 0) - (b.index ?? 0)) : data.data;
  const vectors = ordered.map((item) => readVector(item.embedding));
  if (vectors.some((vector) => vector.length === 0 || !vector.every(Number.isFinite))) throw badAnswer('no numbers');
  return vectors;
}

function readVector(embedding: number[] | string): Float32Array {
  if (typeof embedding !== 'string') return Float32Array.from(embedding);
  const bytes = Uint8Array.from(Buffer.from(embedding, 'base64'));
  if (bytes.length % 4 !== 0) throw badAnswer('base64 that does not contain floats');
  return new Float32Array(bytes.buffer);
}

function badAnswer(cause: unknown): ModelError {
  return new ModelError('model_bad_answer', 'The embedding server sent an answer that could not be read.', { cause });
}
