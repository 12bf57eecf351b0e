import { ApiError, unavailable } from '../../platform/errors.ts';
import { ModelError } from '../../platform/models/model-error.ts';
import type { Platform } from '../../platform/platform.ts';
import { dropLinkTargets } from '../../platform/models/text/link-targets.ts';

/**
 * A vector in pgvector's text format, normalised to length 1 and rounded to seven decimals: only its direction is ever
 * compared, and the full digits would double the text.
 */
export function writeVector(vector: Float32Array): string {
  let sum = 0;
  for (const value of vector) sum += value * value;
  const scale = sum > 0 ? 1e7 / Math.sqrt(sum) : 0;
  return `[${Array.from(vector, (value) => Math.round(value * scale) / 1e7).join(',')}]`;
}

/** The vector of a question. Throws 503 if the model is unavailable, else 500 execution_failed. */
export async function embedQuery(
  platform: Platform,
  embeddingModel: string,
  query: string,
  signal: AbortSignal,
): Promise<Float32Array> {
  try {
    const [vector] = await platform.models.embedding(embeddingModel).embed([query], signal);
    if (vector === undefined) throw new ModelError('model_bad_answer', 'The embedding model returned nothing.');
    return vector;
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    if (error.retryable) throw unavailable(error.message, error.retryAfter ?? 5, error);
    throw new ApiError('execution_failed', error.message, {}, { cause: error });
  }
}

/**
 * The text that is embedded for a chunk: with the headings above it, which often name a subject that the chunk itself
 * doesn't.
 */
export function writeEmbeddingInput(content: string, heading: string | undefined): string {
  const last = heading?.split(' > ').at(-1);
  const text = dropLinkTargets(content);
  return last === undefined || text.includes(last) ? text : `${heading}\n\n${text}`;
}
