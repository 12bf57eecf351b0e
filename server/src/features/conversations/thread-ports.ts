import type { LastMessage, Message } from '@portico/shared-types';
import type { ThreadPorts } from '../threads/index.ts';
import { findConversationOfThread } from './conversation/conversations.sql.ts';
import { noteMessage, noteRating, reopenClosed, upsertConversation } from './conversation/upkeep.sql.ts';
import { notifyVisitor } from './actions/notify-visitor.ts';
import { findOffers } from './handover/handover.sql.ts';
import { requestHandover } from './handover/request-handover.ts';
import { keepWords } from './search/keep-words.ts';
import { lockVisitorText, type SearchedText } from './search/search.sql.ts';
import { scheduleVisitorMail } from './visitor-mail/visitor-mail.sql.ts';
import { events, report, streamOf } from './stream/workspace-events.ts';
import { deleteEventsOf } from './stream/workspace-events.sql.ts';
import { cutText } from '../../platform/cut-text.ts';

const previewCharacters = 200;

/** Updates the conversations when something happens in their threads, in the same transactions. */
export const conversationPorts: ThreadPorts = {
  async onPosted(platform, tx, { workspaceId, threadId }, message) {
    const [posted, visitor] = await Promise.all([
      upsertConversation(tx, workspaceId, threadId, toLastMessage(message)),
      lockVisitorText(tx, threadId),
    ]);
    if (posted === undefined) return async () => undefined;
    const { conversation, isNew, wasClosed } = posted;
    await keepWords(tx, workspaceId, conversation.id, [toText(message), ...visitor]);
    return async () => {
      if (wasClosed) await notifyVisitor(platform, tx, workspaceId, conversation);
      const change = isNew ? events.created(conversation) : events.updated(conversation);
      await report(platform, tx, workspaceId, [change, events.message(conversation.id, message)]);
    };
  },
  async onAskedAgain(platform, tx, { workspaceId, threadId }) {
    const reopened = await reopenClosed(tx, workspaceId, threadId);
    return async () => {
      if (reopened === undefined) return;
      await notifyVisitor(platform, tx, workspaceId, reopened);
      await report(platform, tx, workspaceId, [events.updated(reopened)]);
    };
  },
  async onAdded(platform, tx, { workspaceId, threadId }, message, credits) {
    const last = message.role === 'system' ? null : toLastMessage(message);
    const conversation = await noteMessage(tx, workspaceId, threadId, { last, credits });
    if (conversation === undefined) return;
    if (last !== null) await keepWords(tx, workspaceId, conversation.id, [toText(message)]);
    if (message.author.type === 'member' && conversation.visitor.email !== null && platform.mail !== undefined) {
      await scheduleVisitorMail(tx, workspaceId, conversation.id);
    }
    const news = [events.message(conversation.id, message), events.updated(conversation)];
    await report(platform, tx, workspaceId, news);
  },
  async findOffers({ database }, { workspaceId, threadId }) {
    return findOffers(database.sql, workspaceId, threadId);
  },
  async onHandover(platform, tx, thread, { reason, summary }) {
    await requestHandover(platform, tx, thread, { reason, summary, requested_by: 'agent' });
  },
  async onRated(platform, tx, { workspaceId, threadId }) {
    const conversation = await noteRating(tx, workspaceId, threadId);
    if (conversation !== undefined) await report(platform, tx, workspaceId, [events.updated(conversation)]);
  },
  async onDeleting(platform, tx, { workspaceId, threadId }) {
    const conversation = await findConversationOfThread(tx, workspaceId, threadId);
    if (conversation === undefined) return async () => undefined;
    await deleteEventsOf(tx, streamOf(workspaceId), conversation.id);
    return async () => report(platform, tx, workspaceId, [events.deleted(conversation.id)]);
  },
};

function toLastMessage({ role, author, content, created_at: at }: Message): LastMessage {
  return { role, author_type: author.type, preview: cutText(content, previewCharacters), at };
}

function toText({ id, content }: Message): SearchedText {
  return { key: id, text: content };
}
