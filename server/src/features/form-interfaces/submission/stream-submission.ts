import type { EventRecord } from '../../../platform/event-log.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { SseEvent } from '../../../platform/sse.ts';
import type { SubmissionRow } from './submissions.sql.ts';

const ends: ReadonlySet<string> = new Set(['submission:completed', 'submission:failed']);

/**
 * The events of a submission (docs/reference/streams.md#submissions): `connected`, everything after `after`, then live
 * events, to its end.
 */
export async function* streamSubmission(
  platform: Platform,
  { id, status }: SubmissionRow,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<SseEvent | EventRecord> {
  const timestamp = new Date().toISOString();
  yield { event: 'connected', text: JSON.stringify({ submission_id: id, timestamp }) };
  if (status === 'completed' || status === 'failed') {
    if (after >= (await platform.events.lastId(platform.database.sql, id))) return;
  }
  for await (const record of platform.events.read(id, after, signal)) {
    yield record;
    if (ends.has(record.event)) return;
  }
}
