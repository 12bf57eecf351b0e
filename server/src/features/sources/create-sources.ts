import type { Feature } from '../../platform/feature.ts';
import { followClock } from '../../platform/follow-clock.ts';
import { bindRoutes } from '../../platform/http/route.ts';
import { LocalWorker } from '../../platform/leases/local-worker.ts';
import type { Platform } from '../../platform/platform.ts';
import { bindJob } from '../../platform/queue.ts';
import type { KnowledgeBases, KnowledgePlatform } from '../knowledge-bases/index.ts';
import { bringRunsForward } from './bring-runs-forward.ts';
import { pruneRuns } from './runs/prune-runs.ts';
import type { ClaimedRun } from './runs/runs.claims.sql.ts';
import { crawlJob } from './runs/runs.jobs.ts';
import { runRoutes } from './runs/runs.routes.ts';
import { startCrawler } from './runs/runs.worker.ts';
import { sourceRoutes } from './sources.routes.ts';
import { finishRemoval, removeSourceJob } from './remove-source.ts';
import { sweepHosts, sweepSources } from './sweep-sources.ts';

export function createSources(
  platform: Platform,
  { knowledgeBases }: { readonly knowledgeBases: KnowledgeBases },
): Feature {
  const extended: KnowledgePlatform = { ...platform, knowledgeBases };
  const worker = new LocalWorker<ClaimedRun>();
  return {
    name: 'sources',
    routes: bindRoutes(extended, [...sourceRoutes, ...runRoutes]),
    jobs: [
      bindJob(crawlJob, async () => worker.current?.wake()),
      bindJob(removeSourceJob, async (removal) => finishRemoval(extended, removal)),
    ],
    sweeps: [
      { name: 'source-schedules', everyMs: 5_000, run: async () => sweepSources(extended) },
      { name: 'source-clock', everyMs: 1_000, run: followClock(async () => bringRunsForward(extended)) },
      { name: 'crawled-hosts', everyMs: 3_600_000, run: async () => sweepHosts(extended) },
      { name: 'source-runs', everyMs: 86_400_000, run: async () => pruneRuns(extended) },
    ],
    start: () => startCrawler(extended, worker),
  };
}
