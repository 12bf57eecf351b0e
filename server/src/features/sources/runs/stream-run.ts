import type { SourceRun } from '@portico/shared-types';
import type { EventRecord } from '../../../platform/event-log.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { SseEvent } from '../../../platform/sse.ts';

const ends: ReadonlySet<string> = new Set(['run:completed', 'run:failed', 'run:cancelled']);

/** The events of a run: its current counts, events after `after`, and its end. An ended run sends only its end. */
export async function* streamRun(
  platform: Platform,
  run: SourceRun,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<SseEvent | EventRecord> {
  if (run.status !== 'running') {
    yield toEnd(run);
    return;
  }
  yield { event: 'run:progress', text: JSON.stringify({ counts: run.counts, timestamp: new Date().toISOString() }) };
  for await (const record of platform.events.read(run.id, after, signal)) {
    yield record;
    if (ends.has(record.event)) return;
  }
}

function toEnd(run: SourceRun): SseEvent {
  return { event: `run:${run.status}`, text: JSON.stringify({ run, timestamp: new Date().toISOString() }) };
}
