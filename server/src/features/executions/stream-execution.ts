import type { ExecutionStatus } from '@portico/shared-types';
import type { EventRecord } from '../../platform/event-log.ts';
import type { Platform } from '../../platform/platform.ts';
import type { SseEvent } from '../../platform/sse.ts';
import { streamToEnd } from '../../platform/stream-to-end.ts';

const endings: ReadonlySet<string> = new Set(['execution:completed', 'execution:failed', 'execution:cancelled']);
const endStates: ReadonlySet<ExecutionStatus> = new Set(['completed', 'failed', 'cancelled']);

/** The events of an execution (docs/reference/streams.md#executions). */
export function streamExecution(
  platform: Platform,
  { id, status }: { id: string; status: ExecutionStatus },
  after: number,
  signal: AbortSignal,
): AsyncGenerator<SseEvent | EventRecord> {
  const stream = { stream: id, connected: { execution_id: id }, isEnded: endStates.has(status), endings };
  return streamToEnd(platform, stream, after, signal);
}
