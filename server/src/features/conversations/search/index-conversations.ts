import type { Platform } from '../../../platform/platform.ts';
import { keepWords } from './keep-words.ts';
import { findTexts, findUnindexed, markIndexed } from './search.sql.ts';

/** Indexes the words of older messages, some at each run. */
export async function indexConversations(platform: Platform): Promise<void> {
  const { sql } = platform.database;
  for (;;) {
    const batch = await findUnindexed(sql);
    if (batch.length === 0) return;
    for (const conversation of batch) {
      if (platform.stopping.aborted) return;
      const texts = await findTexts(sql, conversation);
      if (texts.length > 0) await keepWords(sql, conversation.workspace_id, conversation.id, texts);
      await markIndexed(sql, conversation.id);
    }
  }
}
