import type { ServerResponse } from 'node:http';
import { HashEmbedding } from '../../src/platform/models/hash-embedding.ts';
import type { ModelReply } from './model-reply.ts';

export interface EmbeddingsBody {
  model: string;
  input: string | string[];
  encoding_format?: 'float' | 'base64';
}

const hashing = new HashEmbedding();

/**
 * Responds with embeddings: the reply's vectors, or hashes of the input, so that similar texts have similar vectors.
 */
export async function answerEmbeddings(
  body: EmbeddingsBody,
  reply: ModelReply,
  response: ServerResponse,
  dimensions: number,
): Promise<void> {
  const inputs = typeof body.input === 'string' ? [body.input] : body.input;
  const hashed = await hashing.embed(inputs, new AbortController().signal);
  const vectors = reply.embeddings ?? hashed.map((vector) => fold(vector, dimensions));
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

/** Reduces a hashed vector to fewer dimensions by adding up its numbers; similar vectors remain similar. */
function fold(vector: Float32Array, dimensions: number): number[] {
  const folded = Array.from({ length: dimensions }, () => 0);
  for (const [index, value] of vector.entries()) folded[index % dimensions] = (folded[index % dimensions] ?? 0) + value;
  return folded;
}
