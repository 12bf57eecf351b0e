import type { FeaturePorts } from '../features/executions/index.ts';
import { queryKnowledgeBase } from '../features/knowledge-bases/index.ts';
import type { ThreadsPlatform } from '../features/threads/index.ts';
import { replyAsAgent } from './reply-as-agent.ts';

/** Connects the nodes to the features that they use. */
export function createNodePorts(platform: ThreadsPlatform): FeaturePorts {
  return {
    queryKnowledge: async ({ workspaceId, knowledgeBaseId, query, topK, mode }, signal) =>
      queryKnowledgeBase(platform, workspaceId, knowledgeBaseId, { query, top_k: topK, mode }, signal),
    replyAsAgent: async (request, signal, onDelta) => replyAsAgent(platform, request, signal, onDelta),
  };
}
