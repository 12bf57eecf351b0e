import type { Node } from '@portico/shared-types';
import type { NodeError } from './node-error.ts';

const maxDelayMs = 3_600_000;

/** Milliseconds until the node's next attempt, or null if there is none. */
export function retryDelay(node: Node, attempt: number, error: NodeError): number | null {
  const { retry } = node;
  if (!retry || !error.retryable || attempt >= retry.max_attempts) return null;
  const factor = retry.backoff === 'exponential' ? 2 ** (attempt - 1) : 1;
  return Math.min(maxDelayMs, Math.max(retry.backoff_ms * factor, error.retryAfterMs));
}
