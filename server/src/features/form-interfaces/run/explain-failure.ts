import { ApiError } from '../../../platform/errors.ts';
import { NodeError } from '../../executions/index.ts';

/** A target that is deleted, paused or given invalid inputs stays so; other failures may be temporary. */
export function explainFailure(error: unknown): { code: string; message: string } | undefined {
  if (error instanceof NodeError) return { code: error.code, message: error.message };
  if (error instanceof ApiError && error.status < 500 && error.status !== 429) {
    return { code: 'execution_failed', message: error.message };
  }
  return undefined;
}
