import type {
  ConversationItem,
  ConversationNote,
  MemberMessageCreate,
  Message,
  PageQuery,
} from '@portico/shared-types';
import { type ApiError, invalid, notFound } from '../../../platform/errors.ts';
import type { Page } from '../../../platform/http/route.ts';
import { createId } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { addSpokenMessage, findAttachments, getMessages, type ThreadsPlatform } from '../../threads/index.ts';
import type { Act } from '../actions/actions.service.ts';
import { moveToPerson, withConversation } from '../actions/change-state.ts';
import { findChatStatus, lockConversation } from '../conversation/conversations.sql.ts';
import { getConversation } from '../conversation/conversations.service.ts';
import { keepWords } from '../search/keep-words.ts';
import { events, report } from '../stream/workspace-events.ts';
import { toAuthor } from '../team/actor.ts';
import { findNotes, insertNote, listItems } from './items.sql.ts';

/** A page of a conversation's messages and notes, oldest first; a reply in progress shows its text so far. Throws 404. */
export async function pageItems(
  platform: Platform,
  workspaceId: string,
  id: string,
  query: PageQuery,
): Promise<Page<ConversationItem>> {
  const { thread_id: threadId } = await getConversation(platform, workspaceId, id);
  const { sql } = platform.database;
  const { items, total } = await listItems(sql, { workspaceId, threadId, id }, query);
  const idsOf = (isNote: boolean): string[] => items.filter((item) => item.is_note === isNote).map((item) => item.id);
  const messages = await getMessages(platform, { workspaceId, threadId }, idsOf(false));
  const notes = await findNotes(sql, workspaceId, idsOf(true));
  const byId = new Map<string, ConversationItem>([
    ...messages.map((message) => [message.id, { type: 'message' as const, ...message }] as const),
    ...notes.map((note) => [note.id, { type: 'note' as const, ...note }] as const),
  ]);
  return { items: items.flatMap((item) => byId.get(item.id) ?? []), total };
}

/**
 * Sends a person's message to the visitor; a conversation that nobody has is assigned to the sender. Throws 404, and
 * 400 for an unknown attachment, or if the chat is paused or was deleted, because the visitor could not read the message.
 */
export async function sendMemberMessage(
  platform: ThreadsPlatform,
  { workspaceId, id, actor }: Act,
  { content, attachments: ids }: MemberMessageCreate,
): Promise<Message> {
  return withConversation(platform, workspaceId, id, async (held) => {
    const chat = await findChatStatus(held.tx, held.conversation);
    if (chat !== 'active') throw unreadable(chat);
    const attachments = await findAttachments(platform, held.tx, workspaceId, ids);
    const isTheirs = held.conversation.status === 'human';
    const { tx, thread } = isTheirs ? held : await moveToPerson(platform, held, actor);
    return addSpokenMessage(platform, tx, thread, { author: toAuthor(actor), content, attachments });
  });
}

function unreadable(chat: 'paused' | 'deleted'): ApiError {
  const state = chat === 'paused' ? 'is paused' : 'was deleted';
  const message = `is a conversation whose chat ${state}, so the visitor would not get the message; notes are accepted`;
  return invalid({ path: 'params.id', message, code: `chat_${chat}` });
}

/** Stores a note for the team; neither the visitor nor a model gets it. Throws 404. */
export async function addNote(
  platform: Platform,
  { workspaceId, id, actor }: Act,
  content: string,
): Promise<ConversationNote> {
  return platform.database.transaction(async (tx) => {
    if ((await lockConversation(tx, workspaceId, id)) === undefined) throw notFound('conversation', id);
    const row = { id: createId('note'), workspaceId, conversationId: id, author: actor, content };
    const note = await insertNote(tx, row);
    await keepWords(tx, workspaceId, id, [{ key: row.id, text: content }]);
    await report(platform, tx, workspaceId, [events.note(note)]);
    return note;
  });
}
