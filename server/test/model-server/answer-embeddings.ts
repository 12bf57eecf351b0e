import type { ServerResponse } from 'node:http';
import { HashEmbedding } from '../../src/platform/models/hash-embedding.ts';
import type { ModelReply } from './model-reply.ts';

export interface EmbeddingsBody {
  model: string;
  input: string | string[];
  encoding_format?: 'float' | 'base64';
}

const hashing = new HashEmbedding();

/** Answers embeddings: the reply's vectors, or ones that are hashed from the input, so that alike texts score alike. */
export async function answerEmbeddings(
  body: EmbeddingsBody,
  reply: ModelReply,
  response: ServerResponse,
  dimensions: number,
): Promise<void> {
  const inputs = typeof body.input === 'string' ? [body.input] : body.input;
  const hashed = await hashing.embed(inputs, new AbortController().signal);
  const vectors = reply.embeddings ?? hashed.map((vector) => Array.from(vector.subarray(0, dimensions)));
  const encoding = reply.embeddingEncoding ?? body.encoding_format ?? 'float';
  const data = vectors.map((vector, index) => ({
    object: 'embedding',
    index,
    embedding: encoding === 'base64' ? Buffer.from(Float32Array.from(vector).buffer).toString('base64') : vector,
  }));
  const tokens = Math.ceil(inputs.join('').length / 4);
  response.writeHead(200, { 'content-type': 'application/json', ...reply.headers });
  response.end(
    JSON.stringify({ object: 'list', data, model: body.model, usage: { prompt_tokens: tokens, total_tokens: tokens } }),
  );
}
