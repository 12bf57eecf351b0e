import { LeasedWorker } from '../../../platform/leases/leased-worker.ts';
import { ResultUnwanted } from '../../agents/index.ts';
import type { ThreadsPlatform } from '../thread-ports.ts';
import { claimReplies, releaseAllReplies, releaseReply, renewReplies } from './replies.claims.sql.ts';
import { endedReplies } from './replies.jobs.ts';
import { isReplyOpen } from './replies.sql.ts';
import { ReplyWriter } from './reply-writer.ts';
import { failReply, type TakenReply, writeReply } from './write-reply.ts';

/** Maximum number of replies that one process writes at the same time; each mostly waits for its model. */
const slots = { slots: 600, share: 500 };

/** Starts writing replies in this process; returns the function that stops it. */
export function startReplyWorker(platform: ThreadsPlatform): () => Promise<void> {
  const { sql, embedded } = platform.database;
  const writer = new ReplyWriter(platform);
  const worker = new LeasedWorker<TakenReply>(
    {
      name: 'reply',
      log: platform.log,
      ...slots,
      // The next reply of the thread may start.
      looksAfterEach: true,
      groupOf: (reply) => reply.workspaceId,
      claim: async (capacity) => claimReplies(sql, capacity),
      renew: async (leases, extend) => renewReplies(sql, leases, extend),
      release: async (reply, { afterMs }) => releaseReply(sql, reply, afterMs),
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
  const stop = platform.threads.worker.start(worker, { isAlone: embedded });
  const unsubscribe = platform.bus.subscribe(endedReplies, (id) => worker.abandon(id, new ResultUnwanted()));
  return async () => {
    await stop();
    unsubscribe();
  };
}
