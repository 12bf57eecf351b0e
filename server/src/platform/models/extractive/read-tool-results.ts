import { z } from 'zod';
import type { ChatMessage, Passage } from '../chat-model.ts';

/** A result of a knowledge base's query (docs/reference/knowledge-bases.md#query). */
const Found = z.object({
  id: z.string(),
  content: z.string(),
  document_id: z.string(),
  document_name: z.string(),
  title: z.string().optional(),
  url: z.string().nullable().catch(null),
  score: z.number().catch(0),
});
const SearchResult = z.union([
  z.object({ results: z.array(Found) }).transform(({ results }) => results),
  z.array(Found),
]);

export interface ToolResults {
  /** Whether tools were called for the last message of the user. */
  called: boolean;
  /** Names of the tools that were called. */
  calledTools: string[];
  passages: Passage[];
  /** Results that are not from a search, as text. */
  texts: string[];
}

/** The tool results since the user's last message. */
export function readToolResults(messages: ChatMessage[]): ToolResults {
  const since = messages.slice(messages.findLastIndex((message) => message.role === 'user') + 1);
  const results: ToolResults = { called: false, calledTools: [], passages: [], texts: [] };
  for (const message of since) {
    if (message.role === 'assistant') results.calledTools.push(...(message.tool_calls ?? []).map(({ name }) => name));
    if (message.role !== 'tool') continue;
    results.called = true;
    const found = readSearch(message.content);
    if (found) results.passages.push(...found);
    else results.texts.push(message.content);
  }
  return results;
}

function readSearch(content: string): Passage[] | null {
  try {
    const results = SearchResult.safeParse(JSON.parse(content)).data;
    return (
      results?.map(({ id, title, ...rest }) => ({
        ...rest,
        title: title ?? rest.document_name,
        heading: null,
        chunk_id: id,
      })) ?? null
    );
  } catch {
    return null;
  }
}
