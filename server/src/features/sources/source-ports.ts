import type { SourcePorts } from '../knowledge-bases/index.ts';
import { cancelRun } from './runs/runs.service.ts';
import { findRunningRunsOfBase, lockRuns } from './runs/runs.sql.ts';

/** Ends the runs of a knowledge base's sources when it is deleted. */
export const sourcePorts: SourcePorts = {
  async cancelRuns(platform, knowledgeBaseId) {
    for (const run of await findRunningRunsOfBase(platform.database.sql, knowledgeBaseId))
      await cancelRun(platform, run);
  },
  async removeRunEvents({ events }, tx, knowledgeBaseId) {
    for (const runId of await lockRuns(tx, { knowledgeBaseId })) await events.remove(tx, runId);
  },
};
