import type { Transaction } from '../../../platform/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { sweepPages } from '../../../platform/sweep-rows.ts';
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
  type UnindexedNote,
  type UnindexedRow,
} from './search.sql.ts';

/** Indexes the words of conversations that an older version created or changed. */
export async function indexConversations(platform: Platform): Promise<void> {
  const { database } = platform;
  await sweepPages<UnindexedRow>(
    platform,
    async (last, limit) => findUnindexed(database.sql, last?.id ?? '', limit),
    async (conversation) => database.transaction(async (tx) => indexConversation(tx, conversation)),
    'a conversation could not be indexed',
  );
}

/** Stores the words of the notes that processes of older versions have stored. */
export async function indexNotes(platform: Platform): Promise<void> {
  const { database } = platform;
  await sweepPages<UnindexedNote>(
    platform,
    async (last, limit) => findUnindexedNotes(database.sql, last?.id ?? '', limit),
    async (note) => database.transaction(async (tx) => indexNote(tx, note)),
    'a note could not be indexed',
  );
}

async function indexNote(tx: Transaction, note: UnindexedNote): Promise<void> {
  const { id, workspace_id: workspaceId, conversation_id: conversationId, content } = note;
  // It may have been deleted with its notes.
  if ((await lockConversation(tx, workspaceId, conversationId)) === undefined) return;
  await keepWords(tx, workspaceId, conversationId, [{ key: id, text: content }]);
  await markNoteIndexed(tx, id);
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
