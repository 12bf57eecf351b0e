import { KnowledgeQueryConfig } from '@portico/shared-types';
import type { NodeKind } from './node-context.ts';
import { onlyTemplates } from './saved-config.ts';

/** Searches a knowledge base; `text` contains the passages found, best first, ready for a prompt. */
export const knowledgeQuery: NodeKind<'knowledge_query', KnowledgeQueryConfig> = {
  type: 'knowledge_query',
  saved: onlyTemplates,
  config: KnowledgeQueryConfig,
  remote: true,
  async run(context, config) {
    const query = {
      workspaceId: context.execution.workspaceId,
      knowledgeBaseId: config.knowledge_base_id,
      query: config.query,
      topK: config.top_k ?? 5,
      mode: config.mode ?? 'hybrid',
    };
    const results = await context.ports.queryKnowledge(query, context.signal);
    return { outputs: { results, text: results.map((result) => result.content).join('\n\n') } };
  },
};
