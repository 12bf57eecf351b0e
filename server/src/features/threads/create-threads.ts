import type { Feature } from '../../platform/feature.ts';
import { bindRoutes } from '../../platform/http/route.ts';
import { LocalWorker } from '../../platform/leases/local-worker.ts';
import type { Platform } from '../../platform/platform.ts';
import { bindJob } from '../../platform/queue.ts';
import type { Agents } from '../agents/index.ts';
import { messageRoutes } from './messages.routes.ts';
import { writeReplies } from './replies/replies.jobs.ts';
import { startReplyWorker } from './replies/replies.worker.ts';
import type { ThreadPorts, Threads, ThreadsPlatform } from './thread-ports.ts';
import { finishThreadRemoval, removeThreadJob } from './thread/erase-thread.ts';
import { sweepThreads } from './thread/sweep-threads.ts';
import { threadRoutes } from './threads.routes.ts';

/** `follower` keeps the team's view of threads up to date. */
export function createThreads(
  platform: Platform,
  { agents, follower }: { readonly agents: Agents; readonly follower: ThreadPorts },
): Feature & Threads {
  const threads: Threads = { ports: follower, worker: new LocalWorker() };
  const extended: ThreadsPlatform = { ...platform, agents, threads };
  return {
    name: 'threads',
    ...threads,
    routes: bindRoutes(extended, [...threadRoutes, ...messageRoutes]),
    jobs: [
      bindJob(writeReplies, async () => threads.worker.current?.wake()),
      bindJob(removeThreadJob, async (removal) => finishThreadRemoval(extended, removal)),
    ],
    sweeps: [{ name: 'threads of executions', everyMs: 3_600_000, run: async () => sweepThreads(extended) }],
    start: () => startReplyWorker(extended),
  };
}
