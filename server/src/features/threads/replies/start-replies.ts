import { z } from 'zod';
import type { Platform } from '../../../platform/platform.ts';
import { type BoundJob, defineJob } from '../../../platform/queue.ts';
import { findDueThreads } from './replies.sql.ts';
import { replyRunner } from './reply-runner.ts';

const writeReplies = defineJob('threads.write-replies', z.object({ thread_id: z.string() }), 100);

/**
 * Has the replies of a thread written: at once by this process where it may, else by whoever takes the job. Only a
 * hint: the rows are swept.
 */
export async function startReplies(platform: Platform, threadId: string): Promise<void> {
  const runner = replyRunner(platform);
  if (runner.hasRoom) runner.start(threadId);
  else await platform.queue.hint(writeReplies, { thread_id: threadId });
}

export function replyJobs(platform: Platform): BoundJob[] {
  const runner = replyRunner(platform);
  return [
    {
      job: writeReplies,
      handle: async (payload) => runner.runThread(writeReplies.schema.parse(payload).thread_id),
    },
  ];
}

/** Takes up what nobody has in hand: replies of a process that died, or whose hint got lost. */
export const replySweep = {
  name: 'threads.replies',
  everyMs: 2_000,
  async run(platform: Platform): Promise<void> {
    const runner = replyRunner(platform);
    for (const threadId of await findDueThreads(platform.database.sql, 100)) runner.start(threadId);
  },
};

/** Starts writing replies in this process; answers what stops it. */
export function startReplyWorker(platform: Platform): () => Promise<void> {
  const runner = replyRunner(platform);
  runner.work();
  return async () => runner.stop();
}
