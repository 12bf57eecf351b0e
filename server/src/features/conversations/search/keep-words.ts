import type { Sql } from '../../../platform/database.ts';
import { insertWords, type SearchedText } from './search.sql.ts';
import { wordsOf } from './words.ts';

/** Stores the words by which a conversation is found. */
export async function keepWords(
  sql: Sql,
  workspaceId: string,
  conversationId: string,
  texts: readonly SearchedText[],
): Promise<void> {
  const words = texts.flatMap(({ key, text }) => [workspaceId, ...wordsOf(text)].map((word) => ({ key, word })));
  await insertWords(sql, conversationId, words);
}
