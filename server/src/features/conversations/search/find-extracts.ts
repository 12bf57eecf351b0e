import { cutText } from '../../../platform/cut-text.ts';
import type { Sql } from '../../../platform/database.ts';
import { foldWord, splitWords } from '../../../platform/models/text/words.ts';
import { respell } from '../../../platform/respell.ts';
import type { Search } from '../../../platform/search-words.ts';
import { findMatches } from './search.sql.ts';

/** Characters of an extract, and of what is before the found word. */
const length = 160;
const before = 30;
/** Characters of a message in which the word is looked for. */
const maxSearched = 20_000;

/**
 * Extracts of the newest message or note in which each conversation has what is searched for, by the conversations' ids.
 * A conversation that is found by its subject or its visitor only has none.
 */
export async function findExtracts(
  sql: Sql,
  workspaceId: string,
  conversationIds: readonly string[],
  { text, query }: Search,
): Promise<Map<string, string>> {
  if (query === undefined || conversationIds.length === 0) return new Map();
  const words = splitWords(text).map(respell);
  const found = await findMatches(sql, workspaceId, conversationIds, query);
  return new Map(found.map(({ id, content }) => [id, extractOf(content.slice(0, maxSearched), words)]));
}

/** What is around the first of the words; the beginning of the text if it has none of them. */
function extractOf(content: string, words: readonly string[]): string {
  const isFound = (word: string) => words.some((wanted) => respell(foldWord(word.toLowerCase())).startsWith(wanted));
  const { index: at = 0 } = content.matchAll(/[\p{L}\p{N}]+/gu).find(([word]) => isFound(word)) ?? {};
  // From the beginning of a word.
  const start = at <= before ? 0 : at - before + Math.max(0, content.slice(at - before, at).search(/\s/u) + 1);
  const extract = cutText(content.slice(start), length).replaceAll(/\s+/gu, ' ').trim();
  return `${start === 0 ? '' : '…'}${extract}${start + length < content.length ? '…' : ''}`;
}
