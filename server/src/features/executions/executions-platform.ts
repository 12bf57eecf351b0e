import { LocalWorker } from '../../platform/leases/local-worker.ts';
import type { Platform } from '../../platform/platform.ts';
import { VersionCache } from './definitions.ts';
import { OutputMemory } from './runner/state/output-memory.ts';
import type { ClaimedExecution } from './runner/state/records.ts';
import { KnownWorkflows } from './workflow-lookup.ts';
import { openWriters, type Writers } from './write-together.ts';

/** In-memory state of executions and their workflows in this process. */
export interface Executions {
  readonly worker: LocalWorker<ClaimedExecution>;
  readonly versions: VersionCache;
  readonly workflows: KnownWorkflows;
  readonly writers: Writers;
  readonly memory: OutputMemory;
}

/** The platform plus the dependencies of starting and running executions. */
export interface ExecutionsPlatform extends Platform {
  readonly executions: Executions;
}

export function openExecutions(platform: Platform, memory = new OutputMemory()): Executions {
  const { sql } = platform.database;
  return {
    worker: new LocalWorker(),
    versions: new VersionCache(sql),
    workflows: new KnownWorkflows(sql),
    writers: openWriters(platform),
    memory,
  };
}
