import type { Transaction } from '../../../platform/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { lockConversation } from '../conversation/conversations.sql.ts';
import { keepWords } from './keep-words.ts';
import {
  findTexts,
  findUnindexed,
  findUnindexedNotes,
  isIndexed,
  lockVisitorText,
  markIndexed,
  markNoteIndexed,
  type UnindexedRow,
} from './search.sql.ts';

/** Indexes the words of conversations that an older version created or changed. */
export async function indexConversations(platform: Platform): Promise<void> {
  const { database } = platform;
  for (;;) {
    const batch = await findUnindexed(database.sql);
    if (batch.length === 0) return;
    for (const conversation of batch) {
      if (platform.stopping.aborted) return;
      await database.transaction(async (tx) => indexConversation(tx, conversation));
    }
  }
}

/** Stores the words of the notes that processes of older versions have stored. */
export async function indexNotes(platform: Platform): Promise<void> {
  const { database } = platform;
  for (;;) {
    const batch = await findUnindexedNotes(database.sql);
    if (batch.length === 0) return;
    for (const { id, workspace_id: workspaceId, conversation_id: conversationId, content } of batch) {
      if (platform.stopping.aborted) return;
      await database.transaction(async (tx) => {
        // It may have been deleted with its notes.
        if ((await lockConversation(tx, workspaceId, conversationId)) === undefined) return;
        await keepWords(tx, workspaceId, conversationId, [{ key: id, text: content }]);
        await markNoteIndexed(tx, id);
      });
    }
  }
}

/** Stores the words of a conversation. The texts are read under the locks of those who change them; otherwise old words could replace newer ones. */
export async function indexConversation(tx: Transaction, conversation: UnindexedRow): Promise<void> {
  const { id, workspace_id: workspaceId, thread_id: threadId } = conversation;
  if ((await lockConversation(tx, workspaceId, id)) === undefined) return;
  // Each worker process looks for them.
  if (await isIndexed(tx, id)) return;
  const visitor = await lockVisitorText(tx, threadId);
  const texts = await findTexts(tx, conversation);
  await keepWords(tx, workspaceId, id, [...texts, ...visitor]);
  await markIndexed(tx, id);
}
