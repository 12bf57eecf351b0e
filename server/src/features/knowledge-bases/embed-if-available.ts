import { ApiError } from '../../platform/errors.ts';
import { ModelError } from '../../platform/models/model-error.ts';
import type { Models } from '../../platform/models/models.ts';
import type { Platform } from '../../platform/platform.ts';
import { embedQuery } from './embed.ts';

/**
 * A question waits `waitMs` milliseconds for its vector, in which a local server can load a model. After an outage, no
 * question waits for `pauseMs` milliseconds, and then one at a time: each would wait for all the retries again.
 */
const defaultLimits = { waitMs: 20_000, pauseMs: 15_000 };

interface Outage {
  readonly reason: ModelError;
  readonly at: number;
  /** A question waits for the model again. */
  isTried: boolean;
}

/** The last outage of each embedding model, by its name. */
const outages = new WeakMap<Models, Map<string, Outage>>();

/**
 * The vector of a question that is searched by words only if there is none, or why there is none. Throws the signal's
 * reason.
 */
export async function embedIfAvailable(
  platform: Platform,
  model: string,
  text: string,
  signal: AbortSignal,
  { waitMs, pauseMs } = defaultLimits,
): Promise<Float32Array | ModelError> {
  signal.throwIfAborted();
  const known = outages.get(platform.models) ?? new Map<string, Outage>();
  outages.set(platform.models, known);
  const last = known.get(model);
  if (last !== undefined && (last.isTried || performance.now() - last.at < pauseMs)) return last.reason;
  if (last !== undefined) last.isTried = true;
  const late = AbortSignal.timeout(waitMs);
  try {
    const vector = await embedQuery(platform, model, text, AbortSignal.any([signal, late]));
    known.delete(model);
    return vector;
  } catch (error) {
    signal.throwIfAborted();
    const reason = late.aborted ? tooLate(error) : error instanceof ApiError ? error.cause : undefined;
    if (!(reason instanceof ModelError)) throw error;
    if (reason.retryable) known.set(model, { reason, at: performance.now(), isTried: false });
    else known.delete(model);
    return reason;
  } finally {
    if (last !== undefined) last.isTried = false;
  }
}

function tooLate(cause: unknown): ModelError {
  return new ModelError('model_unreachable', 'The embedding model did not answer in time.', { cause });
}
