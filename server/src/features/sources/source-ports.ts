import type { SourcePorts } from '../knowledge-bases/index.ts';
import { cancelRuns, removeRunEvents } from './runs/runs.service.ts';

/** Ends the runs of a knowledge base's sources when it is deleted. */
export const sourcePorts: SourcePorts = {
  cancelRuns: async (platform, knowledgeBaseId) => cancelRuns(platform, { knowledgeBaseId }),
  removeRunEvents: async (platform, tx, knowledgeBaseId) => removeRunEvents(platform, tx, { knowledgeBaseId }),
};
