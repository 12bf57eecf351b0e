import type { Execution } from '@portico/shared-types';
import type { Platform } from '../../platform/platform.ts';
import { cancelExecution, getExecution } from './executions.service.ts';
import { startExecution, type StartRequest } from './start-execution.ts';
import { isTerminalEvent } from './stream-execution.ts';

/**
 * Starts an execution and waits for its end, however it ends. When the signal fires it is cancelled, and the signal's
 * reason thrown. Throws what startExecution throws.
 */
export async function runToEnd(platform: Platform, request: StartRequest, signal: AbortSignal): Promise<Execution> {
  signal.throwIfAborted();
  const { execution_id: id } = await startExecution(platform, request);
  for await (const record of platform.events.read(id, 0, signal)) {
    if (isTerminalEvent(record.event)) return getExecution(platform, request.workspaceId, id);
  }
  // It may have ended just now; then there is nothing left to cancel.
  await cancelExecution(platform, request.workspaceId, id).catch(() => undefined);
  signal.throwIfAborted();
  throw new Error('The stream of an execution ended before it did.');
}
