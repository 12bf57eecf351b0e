import type { ChatPassage } from '@portico/shared-types';
import { cutText } from '../../../platform/cut-text.ts';
import type { Platform } from '../../../platform/platform.ts';
import { requireAgent } from '../../agents/index.ts';
import { searchKnowledgeBases } from '../../knowledge-bases/index.ts';
import type { Conversation } from '../messages/messages.service.ts';

const maxPassages = 6;
/** Results with a lower relevance are about something else. */
const minScore = 0.15;
const maxCharacters = 600;

/** Passages of the agent's own knowledge on a question, best first; without calling the model. */
export async function searchSession(
  platform: Platform,
  { chat, session }: Conversation,
  query: string,
  signal: AbortSignal,
): Promise<ChatPassage[]> {
  const agent = await requireAgent(platform, session.workspace_id, chat.agent_id);
  const tools = agent.tools.flatMap((tool) => (tool.type === 'knowledge' ? [tool.knowledge_base_id] : []));
  const ids = [...new Set([...agent.knowledge_base_ids, ...tools])];
  if (ids.length === 0) return [];
  const question = { query, top_k: maxPassages, mode: 'hybrid' as const, onWordsOnly: () => {} };
  const found = await searchKnowledgeBases(platform, session.workspace_id, ids, question, signal);
  return found
    .filter(({ score }) => score >= minScore)
    .map(({ id, title, url, content, score, metadata }) => ({
      chunkId: id,
      title,
      url,
      heading: typeof metadata['heading'] === 'string' ? metadata['heading'] : null,
      content: cutText(content, maxCharacters),
      score,
    }));
}
