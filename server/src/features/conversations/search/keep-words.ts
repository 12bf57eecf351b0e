import type { Sql } from '../../../platform/database.ts';
import { findVisitor, insertVisitorWords, insertWords, type SearchedText, visitorText } from './search.sql.ts';
import { wordsOf } from '../../../platform/search-words.ts';

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

/** Stores the words of a visitor's current name and address, by which all of the visitor's conversations are found. */
export async function keepVisitorWords(sql: Sql, workspaceId: string, visitor: string): Promise<void> {
  const known = await findVisitor(sql, workspaceId, visitor);
  if (known === undefined) return;
  const { key, text } = visitorText(known);
  await insertVisitorWords(sql, visitor, { key, words: [workspaceId, ...wordsOf(text)] });
}
