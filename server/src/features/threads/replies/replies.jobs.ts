import { z } from 'zod';
import { defineJob } from '../../../platform/queue.ts';
import type { ThreadsPlatform } from '../thread-ports.ts';

/** Topic of the bus that names replies which were ended from outside. */
export const endedReplies = 'replies:ended';

export const writeReplies = defineJob('threads.write-replies', z.object({ thread_id: z.string() }), 100);

/** Has the replies of a thread written, by this process or by one behind the queue. Only a hint: workers look anyway. */
export async function wakeReplyWorkers(platform: ThreadsPlatform, threadId: string): Promise<void> {
  const worker = platform.threads.worker.current;
  if (worker === undefined) await platform.queue.hint(writeReplies, { thread_id: threadId });
  else worker.wake();
}
