import { ApiError } from '../api/api-error.ts';

/**
 * Waits until data is read again after an action that was refused, because what is shown is old then: somebody else was
 * faster. A server that is away would hold back the error.
 */
export async function readAfterFailure(error: unknown, reading: Promise<void>): Promise<void> {
  if (error instanceof ApiError && !error.isTemporary) await reading;
}
