import { ApiError, unavailable } from '../../platform/errors.ts';
import { ModelError } from '../../platform/models/model-error.ts';
import type { Platform } from '../../platform/platform.ts';

/** A vector as pgvector reads it. Seven digits are all that a 32-bit float holds. */
export function writeVector(vector: Float32Array): string {
  return `[${Array.from(vector, (value) => (value === 0 ? '0' : String(Number(value.toPrecision(7))))).join(',')}]`;
}

/** The vector of a question. Throws 503 where the model is away, else 500 execution_failed. */
export async function embedQuery(
  platform: Platform,
  embeddingModel: string,
  query: string,
  signal: AbortSignal,
): Promise<Float32Array> {
  try {
    const [vector] = await platform.models.embedding(embeddingModel).embed([query], signal);
    if (vector === undefined) throw new ModelError('model_bad_answer', 'The embedding model answered nothing.');
    return vector;
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    if (error.retryable) throw unavailable(error.message, error.retryAfter ?? 5, error);
    throw new ApiError('execution_failed', error.message, {}, { cause: error });
  }
}

/** What a chunk is embedded as: with the headings above it, which often name what its own words leave out. */
export function writeEmbeddingInput(content: string, heading: string | undefined): string {
  const last = heading?.split(' > ').at(-1);
  return last === undefined || content.includes(last) ? content : `${heading}\n\n${content}`;
}
