import { ApiError, unavailable } from '../../platform/errors.ts';
import { ModelError } from '../../platform/models/model-error.ts';
import type { Platform } from '../../platform/platform.ts';
import { dropLinkTargets } from '../../platform/models/text/link-targets.ts';

/**
 * A vector to be stored, as integers in the text format of an array: its direction with seven decimals, as only that is
 * ever compared. The statement normalises it to length 1 (`l2_normalize`). The embedded Postgres takes a fifth less time
 * for a chunk than with decimals, which WebAssembly reads with emulated arithmetic.
 */
export function writeVector(vector: Float32Array): string {
  const scale = 1e7 * normalise(vector);
  let numbers = '';
  for (const value of vector) numbers += `${numbers === '' ? '' : ','}${Math.round(value * scale)}`;
  return `{${numbers}}`;
}

/** The factor that gives the vector the length 1; 0 for one without a direction. */
function normalise(vector: Float32Array): number {
  let sum = 0;
  for (const value of vector) sum += value * value;
  return sum > 0 ? 1 / Math.sqrt(sum) : 0;
}

/** Below 65,504, the largest number of a `halfvec`. */
const questionLength = 60_000;

/**
 * The vector of a question in pgvector's text format: of length 60,000 and rounded to integers, because only its
 * direction is compared, and half as long a text is written and read faster.
 */
export function writeQuestionVector(vector: Float32Array): string {
  const scale = questionLength * normalise(vector);
  return `[${Int32Array.from(vector, (value) => Math.round(value * scale)).join(',')}]`;
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
