import type { EventRecord } from '../../../platform/event-log.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { SseEvent } from '../../../platform/sse.ts';
import { streamToEnd } from '../../../platform/stream-to-end.ts';
import type { SubmissionRow } from './submissions.sql.ts';

const endings: ReadonlySet<string> = new Set(['submission:completed', 'submission:failed']);

/** The events of a submission (docs/reference/streams.md#submissions). */
export function streamSubmission(
  platform: Platform,
  { id, status }: SubmissionRow,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<SseEvent | EventRecord> {
  const isEnded = status === 'completed' || status === 'failed';
  return streamToEnd(platform, { stream: id, connected: { submission_id: id }, isEnded, endings }, after, signal);
}
