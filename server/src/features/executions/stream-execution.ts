import type { ExecutionStatus } from '@portico/shared-types';
import type { EventRecord } from '../../platform/event-log.ts';
import type { Platform } from '../../platform/platform.ts';
import type { SseEvent } from '../../platform/sse.ts';

const terminal: ReadonlySet<string> = new Set(['execution:completed', 'execution:failed', 'execution:cancelled']);
const endStates: ReadonlySet<ExecutionStatus> = new Set(['completed', 'failed', 'cancelled']);

/** True for the event that ends an execution's stream. */
function isTerminalEvent(event: string): boolean {
  return terminal.has(event);
}

/**
 * The events of an execution (docs/reference/streams.md#executions): `connected`, everything after `after`, then live
 * events, up to the terminal event. A reader that is already past that gets only `connected`.
 */
export async function* streamExecution(
  platform: Platform,
  execution: { id: string; status: ExecutionStatus },
  after: number,
  signal: AbortSignal,
): AsyncGenerator<SseEvent | EventRecord> {
  const timestamp = new Date().toISOString();
  yield { event: 'connected', text: JSON.stringify({ execution_id: execution.id, timestamp }) };
  const isEnded = endStates.has(execution.status);
  const last = isEnded || after > 0 ? await platform.events.lastId(platform.database.sql, execution.id) : 0;
  if (isEnded && after >= last) return;
  // With an id from the future, the client would get no events until the execution has reached it.
  for await (const record of platform.events.read(execution.id, Math.min(after, last), signal)) {
    yield record;
    if (isTerminalEvent(record.event)) return;
  }
}
