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
  const isEnded = status === 'completed' || status === 'failed';
  const last = isEnded || after > 0 ? await platform.events.lastId(platform.database.sql, id) : 0;
  if (isEnded && after >= last) return;
  // With an id from the future, the client would get no events until the submission has reached it.
  for await (const record of platform.events.read(id, Math.min(after, last), signal)) {
    yield record;
    if (ends.has(record.event)) return;
  }
}
