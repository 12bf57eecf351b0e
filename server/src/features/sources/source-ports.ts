import type { SourcePorts } from '../knowledge-bases/index.ts';
import { cancelRuns, holdRuns } from './runs/runs.service.ts';
import { deleteSourcesOf } from './sources.sql.ts';

/** Deletes a knowledge base's sources with it. */
export const sourcePorts: SourcePorts = {
  cancelRuns: async (platform, knowledgeBaseId) => cancelRuns(platform, { knowledgeBaseId }),
  remove: async (platform, tx, knowledgeBaseId) => {
    const removeEvents = await holdRuns(platform, tx, { knowledgeBaseId });
    await deleteSourcesOf(tx, knowledgeBaseId);
    await removeEvents();
  },
};
