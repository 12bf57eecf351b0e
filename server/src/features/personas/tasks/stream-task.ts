import type { EventRecord } from '../../../platform/event-log.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { SseEvent } from '../../../platform/sse.ts';
import { streamToEnd } from '../../../platform/stream-to-end.ts';
import { findTaskOfAny } from './tasks.sql.ts';

const endings: ReadonlySet<string> = new Set(['persona:completed', 'persona:failed', 'persona:cancelled']);
const endStates: ReadonlySet<string> = new Set(['completed', 'failed', 'cancelled']);

/** The events of a task (docs/reference/streams.md#persona-tasks); of a deleted one, only `connected`. */
export async function* readTaskEvents(
  platform: Platform,
  instanceId: string,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<SseEvent | EventRecord, void, undefined> {
  const row = await findTaskOfAny(platform.database.sql, instanceId);
  const connected = { instance_id: instanceId };
  const isEnded = row === undefined || endStates.has(row.status);
  yield* streamToEnd(platform, { stream: instanceId, connected, isEnded, endings }, after, signal);
}
