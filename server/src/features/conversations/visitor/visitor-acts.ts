import type { Conversation } from '@portico/shared-types';
import { invalid } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { lockThread, requireThread, type ThreadKey, type ThreadsPlatform } from '../../threads/index.ts';
import { announce } from '../../webhooks/index.ts';
import { notifyVisitor } from '../actions/notify-visitor.ts';
import { findConversationOfThread } from '../conversation/conversations.sql.ts';
import { requestHandover } from '../handover/request-handover.ts';
import { keepVisitorWords } from '../search/keep-words.ts';
import { reportTyping } from '../stream/typing.ts';
import { events, report } from '../stream/workspace-events.ts';
import { isAvailable } from '../team/availability.ts';
import { findUnseen, scheduleVisitorMail } from '../visitor-mail/visitor-mail.sql.ts';
import { hasPersonSpoken, updateContact, updateSatisfaction } from './visitor.sql.ts';

/** Lets a visitor ask for a person. Throws 400 if the interface doesn't hand over, or in a preview, and 404. */
export async function askForPerson(
  platform: ThreadsPlatform,
  thread: ThreadKey,
  { interfaceId, reason, isPreview }: { interfaceId: string; reason: string | null; isPreview: boolean },
): Promise<{ status: Conversation['status']; available: boolean }> {
  const conversation = await platform.database.transaction(async (tx) => {
    const asked = await requestHandover(platform, tx, thread, { reason, summary: null, requested_by: 'visitor' });
    if (asked !== undefined) return asked;
    // Thrown here, so that a refusal leaves no conversation behind.
    await requireThread(platform, thread.workspaceId, thread.threadId, tx);
    const message = isPreview ? 'does not reach the team from a preview' : 'handover to a person is not enabled';
    throw invalid({ path: 'body', message, ...(isPreview ? { code: 'not_allowed' as const } : {}) });
  });
  const available = await isAvailable(platform.database.sql, thread.workspaceId, interfaceId);
  return { status: conversation.status, available };
}

/** Stores the visitor's address, to which a person's messages that the visitor has not seen are mailed too. */
export async function leaveEmail(
  platform: Platform,
  { workspaceId, threadId }: ThreadKey,
  visitor: string,
  email: string,
): Promise<void> {
  await platform.database.transaction(async (tx) => {
    // First, so that the event doesn't have an older state than one of another change at the same moment.
    await lockThread(tx, workspaceId, threadId);
    await updateContact(tx, workspaceId, visitor, email);
    await keepVisitorWords(tx, workspaceId, visitor);
    const conversation = await findConversationOfThread(tx, workspaceId, threadId);
    if (conversation === undefined) return;
    if (platform.mail !== undefined && (await findUnseen(tx, workspaceId, threadId)).length > 0) {
      await scheduleVisitorMail(tx, workspaceId, conversation.id);
    }
    // The visitor's other tabs no longer ask for an address.
    await notifyVisitor(platform, tx, workspaceId, conversation);
    await report(platform, tx, workspaceId, [events.updated(conversation)]);
  });
}

/** Shows the team that a visitor is typing. Before the conversation exists, and in a preview, there is nothing to show. */
export async function typeAsVisitor(
  platform: Platform,
  thread: ThreadKey,
  { visitorId, name }: { visitorId: string; name: string | null },
): Promise<void> {
  const conversation = await findConversationOfThread(platform.database.sql, thread.workspaceId, thread.threadId);
  if (conversation === undefined) return;
  const author = { type: 'visitor' as const, id: visitorId, name, avatar_url: null };
  reportTyping(platform.bus, thread, author);
}

/** Shows the team a changed visit, if there is a conversation. */
export async function reportVisit(platform: ThreadsPlatform, { workspaceId, threadId }: ThreadKey): Promise<void> {
  // One that begins afterwards is reported with this visit.
  if ((await findConversationOfThread(platform.database.sql, workspaceId, threadId)) === undefined) return;
  await platform.database.transaction(async (tx) => {
    // Of two changes at the same moment, the last event has both.
    if ((await lockThread(tx, workspaceId, threadId)) === undefined) return;
    const conversation = await findConversationOfThread(tx, workspaceId, threadId);
    if (conversation !== undefined) await report(platform, tx, workspaceId, [events.updated(conversation)]);
  });
}

/**
 * Stores a visitor's rating; the newest score counts. Throws 400 before a person has answered, unless the conversation
 * is closed.
 */
export async function rateConversation(
  platform: Platform,
  { workspaceId, threadId }: ThreadKey,
  { score, comment }: { score: number; comment: string | null },
): Promise<void> {
  await platform.database.transaction(async (tx) => {
    // First, as by everything that adds to the thread.
    await lockThread(tx, workspaceId, threadId);
    const before = await findConversationOfThread(tx, workspaceId, threadId);
    const mayRate =
      before !== undefined && (before.status === 'closed' || (await hasPersonSpoken(tx, workspaceId, threadId)));
    if (!mayRate)
      throw invalid({
        path: 'body.score',
        message: 'is only possible after a person has answered',
        code: 'not_in_this_state',
      });
    const csat = { score, comment, at: new Date().toISOString() };
    const rated = await updateSatisfaction(tx, workspaceId, threadId, csat);
    // The visitor's other tabs no longer ask for a rating.
    if (rated.status === 'closed') await notifyVisitor(platform, tx, workspaceId, rated);
    await announce(tx, { workspaceId, type: 'conversation.rated', data: { ...rated } });
    await report(platform, tx, workspaceId, [events.updated(rated)]);
  });
}
