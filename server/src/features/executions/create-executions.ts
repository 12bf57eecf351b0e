import type { Feature } from '../../platform/feature.ts';
import { bindRoutes } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { bindJob } from '../../platform/queue.ts';
import { type Executions, type ExecutionsPlatform, openExecutions } from './executions-platform.ts';
import { runExecutionJob } from './executions.jobs.ts';
import { executionRoutes } from './executions.routes.ts';
import { type FeaturePorts, startExecutionWorker } from './executions.worker.ts';
import type { OutputMemory } from './runner/state/output-memory.ts';

/** Creates the part that starts, shows and cancels executions. */
export function createExecutions(platform: Platform, memory?: OutputMemory): Feature & Executions {
  const executions = openExecutions(platform, memory);
  const extended: ExecutionsPlatform = { ...platform, executions };
  return { name: 'executions', ...executions, routes: bindRoutes(extended, executionRoutes) };
}

/** Creates the part that runs executions, after the features that nodes use, which start executions themselves. */
export function createExecutionWorker(platform: ExecutionsPlatform, ports: FeaturePorts): Feature {
  const { worker } = platform.executions;
  return {
    name: 'execution worker',
    jobs: [bindJob(runExecutionJob, async ({ execution_id: id }) => worker.current?.wake(id))],
    start: () => startExecutionWorker(platform, ports),
  };
}
