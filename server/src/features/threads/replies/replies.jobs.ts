import { z } from 'zod';
import { defineJob } from '../../../platform/queue.ts';
import type { ThreadsPlatform } from '../thread-ports.ts';

/** Topic of the bus for replies that were ended from outside. */
export const endedReplies = 'replies:ended';

export const writeReplies = defineJob('threads.write-replies', z.object({ thread_id: z.string() }), 100);

/**
 * Notifies a worker to write the replies of a thread, in this process or behind the queue. Only a hint: workers poll
 * anyway.
 */
export async function wakeReplyWorkers(platform: ThreadsPlatform, threadId: string): Promise<void> {
  const worker = platform.threads.worker.current;
  if (worker === undefined) await platform.queue.hint(writeReplies, { thread_id: threadId });
  else worker.wake();
}
