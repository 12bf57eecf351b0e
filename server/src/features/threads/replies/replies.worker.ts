import { z } from 'zod';
import { LeasedWorker } from '../../../platform/leases/leased-worker.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type BoundJob, defineJob } from '../../../platform/queue.ts';
import { ResultUnwanted } from '../../agents/index.ts';
import { claimReplies, releaseAllReplies, releaseReply, renewReplies } from './replies.claims.sql.ts';
import { isReplyOpen } from './replies.sql.ts';
import { ReplyWriter } from './reply-writer.ts';
import { failReply, type TakenReply, writeReply } from './write-reply.ts';

/** Replies that one process writes at the same time; each mostly waits for its model. */
const slots = { slots: 600, share: 500 };

/** Topic of the bus that names replies which were ended from outside. */
export const endedReplies = 'replies:ended';

type ReplyWorker = LeasedWorker<TakenReply>;
const workers = new WeakMap<Platform, ReplyWorker>();

/** Starts writing replies in this process; returns what stops it. */
export function startReplyWorker(platform: Platform): () => Promise<void> {
  const { sql, embedded } = platform.database;
  const writer = new ReplyWriter(platform);
  const worker: ReplyWorker = new LeasedWorker<TakenReply>(
    {
      name: 'reply',
      log: platform.log,
      ...slots,
      // The next of its thread has its turn.
      looksAfterEach: true,
      groupOf: (reply) => reply.workspaceId,
      claim: async (capacity) => claimReplies(sql, capacity),
      renew: async (leases, extend) => renewReplies(sql, leases, extend),
      release: async (reply, afterMs) => releaseReply(sql, reply, afterMs),
      releaseAll: async () => releaseAllReplies(sql),
      run: async (reply, { signal }) => {
        await writeReply(platform, writer, reply, signal);
        return undefined;
      },
      fail: async (reply, reason) => failReply(platform, reply, reason),
      explainLoss: async ({ id }) => ((await isReplyOpen(sql, id)) ? undefined : new ResultUnwanted()),
    },
    platform.leases,
  );
  workers.set(platform, worker);
  worker.start({ isAlone: embedded });
  const unsubscribe = platform.bus.subscribe(endedReplies, (id) => worker.abandon(id, new ResultUnwanted()));
  return async () => {
    await worker.stop();
    unsubscribe();
    workers.delete(platform);
  };
}

/** This process' worker, undefined if it has no worker role. */
export function findReplyWorker(platform: Platform): ReplyWorker | undefined {
  return workers.get(platform);
}

const writeReplies = defineJob('threads.write-replies', z.object({ thread_id: z.string() }), 100);

/** Has the replies of a thread written, by this process or by one behind the queue. Only a hint: workers look anyway. */
export async function wakeReplyWorkers(platform: Platform, threadId: string): Promise<void> {
  const worker = findReplyWorker(platform);
  if (worker === undefined) await platform.queue.hint(writeReplies, { thread_id: threadId });
  else worker.wake();
}

export function replyJobs(platform: Platform): BoundJob[] {
  return [{ job: writeReplies, handle: async () => findReplyWorker(platform)?.wake() }];
}
