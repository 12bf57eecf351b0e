import type { Log } from '../../../../platform/log.ts';
import { ApiError } from '../../../../platform/errors.ts';
import { ModelError } from '../../../../platform/models/model-error.ts';
import { LimitReached } from '../../../credits/index.ts';
import { ExtractionError } from '../../../../platform/extract/index.ts';
import { PageError } from '../../extract-source.ts';
import { SchemaError } from '../../../../platform/json-schema/validate-schema.ts';
import { OutboundError } from '../../../../platform/outbound/index.ts';
import { NodeError } from '../../engine/node-error.ts';

/** The public part of a node's failure; any unexpected error is only logged. */
export function toNodeError(error: unknown, log: Log): NodeError {
  if (error instanceof NodeError) return error;
  if (error instanceof ModelError) {
    // The model port has already made short retries; a node's own retries may wait longer.
    return new NodeError('node_execution_failed', error.message, {
      retryable: error.code !== 'model_rejected',
      cause: error,
    });
  }
  if (error instanceof ExtractionError || error instanceof SchemaError) {
    return new NodeError('node_execution_failed', error.message, { retryable: false, cause: error });
  }
  if (error instanceof OutboundError || error instanceof PageError) {
    return new NodeError('node_execution_failed', error.message, { retryable: error.retryable, cause: error });
  }
  if (error instanceof LimitReached) {
    return new NodeError('budget_exceeded', error.message, { retryable: false, cause: error });
  }
  if (error instanceof ApiError) {
    const retryable = error.status >= 500 || error.status === 429;
    return new NodeError('node_execution_failed', error.message, { retryable, cause: error });
  }
  log.error({ err: error }, 'a node failed unexpectedly');
  return new NodeError('node_execution_failed', 'The node failed unexpectedly.', { cause: error });
}
