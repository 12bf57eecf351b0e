import type { SourcePorts } from '../knowledge-bases/index.ts';
import { cancelRuns, removeRunEvents } from './runs/runs.service.ts';
import { deleteSourcesOf } from './sources.sql.ts';

/** Deletes a knowledge base's sources with it. */
export const sourcePorts: SourcePorts = {
  cancelRuns: async (platform, knowledgeBaseId) => cancelRuns(platform, { knowledgeBaseId }),
  remove: async (platform, tx, knowledgeBaseId) => {
    await removeRunEvents(platform, tx, { knowledgeBaseId });
    await deleteSourcesOf(tx, knowledgeBaseId);
  },
};
