import type { EventRecord } from '../../../platform/event-log.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { SseEvent } from '../../../platform/sse.ts';
import { findTaskOfAny } from './tasks.sql.ts';

const terminal: ReadonlySet<string> = new Set(['persona:completed', 'persona:failed', 'persona:cancelled']);
const endStates: ReadonlySet<string> = new Set(['completed', 'failed', 'cancelled']);

/**
 * The events of a task (docs/reference/streams.md#persona-tasks): `connected`, everything after `after`, then live
 * events, up to the terminal event. A reader that is already past that gets only `connected`.
 */
export async function* readTaskEvents(
  platform: Platform,
  instanceId: string,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<SseEvent | EventRecord, void, undefined> {
  const timestamp = new Date().toISOString();
  yield { event: 'connected', text: JSON.stringify({ instance_id: instanceId, timestamp }) };
  const { sql } = platform.database;
  const row = await findTaskOfAny(sql, instanceId);
  if (row === undefined) return;
  const last = await platform.events.lastId(sql, instanceId);
  if (endStates.has(row.status) && after >= last) return;
  // With an id from the future the client would get no events until the task has reached it.
  for await (const record of platform.events.read(instanceId, Math.min(after, last), signal)) {
    yield record;
    if (terminal.has(record.event)) return;
  }
}
