import type { suggestionEvents } from '@portico/shared-types';
import type { z } from 'zod';
import { ModelError } from '../../../platform/models/model-error.ts';
import type { ThreadsPlatform } from '../../threads/index.ts';
import type { SseEvent } from '../../../platform/sse.ts';
import { suggestReply, type ThreadKey } from '../../threads/index.ts';

type Events = typeof suggestionEvents;

/** The events of a suggestion: its pieces, and its whole text or the reason why there is none. */
export async function* suggest(
  platform: ThreadsPlatform,
  thread: ThreadKey,
  signal: AbortSignal,
): AsyncGenerator<SseEvent, void, undefined> {
  let content = '';
  try {
    for await (const piece of suggestReply(platform, thread, signal)) {
      content += piece;
      yield write('suggestion:delta', { content: piece });
    }
  } catch (error) {
    if (signal.aborted) return;
    platform.log.warn({ err: error }, 'a suggestion failed');
    const message = error instanceof ModelError ? error.message : 'The suggestion failed.';
    yield write('suggestion:failed', { error: { code: 'execution_failed', message } });
    return;
  }
  yield write('suggestion:completed', { content });
}

function write<Name extends keyof Events>(event: Name, data: Omit<z.infer<Events[Name]>, 'timestamp'>): SseEvent {
  return { event, text: JSON.stringify({ ...data, timestamp: new Date().toISOString() }) };
}
