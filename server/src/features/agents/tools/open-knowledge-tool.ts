import type { KnowledgeTool } from '@portico/shared-types';
import type { Passage } from '../../../platform/models/chat-model.ts';
import type { FoundPassage } from '../agent-ports.ts';
import { type OpenTool, ToolError } from './open-tool.ts';

const topK = 5;
/** Results with a lower relevance are about something else. */
const minScore = 0.15;

/** Creates a tool that searches one knowledge base. */
export function openKnowledgeTool(tool: KnowledgeTool): OpenTool {
  return {
    name: tool.name,
    description: tool.description || 'Searches a knowledge base for passages on a question.',
    parameters: {
      type: 'object',
      properties: { query: { type: 'string', description: 'What to look for, as a full question.' } },
      required: ['query'],
    },
    async run({ query }, { platform, workspaceId, signal }) {
      if (typeof query !== 'string' || query.trim() === '') throw new ToolError('query must not be blank.');
      const search = { workspaceId, knowledgeBaseIds: [tool.knowledge_base_id], query, topK };
      const found = (await platform.agents.ports.searchKnowledge(search, signal)).map(toPassage);
      const passages = found.filter(({ score }) => score >= minScore);
      return { ok: true, content: describeFound(passages.length), passages };
    },
  };
}

/** A search result as the model sees it. */
export function toPassage(result: FoundPassage): Passage {
  const { id, content, document_id, document_name, title, url, score, metadata, ordinal } = result;
  const heading = typeof metadata['heading'] === 'string' ? metadata['heading'] : null;
  return { chunk_id: id, document_id, document_name, title, url, heading, content, score, ordinal };
}

/** The model gets the texts as numbered passages, so that it can cite them; the tool result only has their number. */
function describeFound(found: number): string {
  const note = found === 0 ? 'Nothing fits.' : 'They are among the numbered passages.';
  return JSON.stringify({ found, note, results: [] });
}
