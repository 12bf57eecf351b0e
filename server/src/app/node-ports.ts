import type { FeaturePorts } from '../features/executions/index.ts';
import { unavailable } from '../platform/errors.ts';

/** Joins the nodes that work through other features to them. */
export const nodePorts: FeaturePorts = () => ({
  queryKnowledge: async () => Promise.reject(unavailable('knowledge')),
  replyAsAgent: async () => Promise.reject(unavailable('agents')),
});
