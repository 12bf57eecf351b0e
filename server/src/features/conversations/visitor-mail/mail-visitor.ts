import type { Conversation } from '@portico/shared-types';
import { chooseLanguage } from '@portico/shared-types/languages/choose-language';
import { textsByLanguage } from '@portico/shared-types/languages/lists/server';
import { createHash, randomBytes } from 'node:crypto';
import { isOriginListed } from '../../../platform/http/admit-origin.ts';
import type { Sending } from '../../../platform/mail.ts';
import { toOneLine } from '../../../platform/one-line.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Transaction } from '../../../platform/database.ts';
import { queueTeamNotice } from '../../team-notices/index.ts';
import { findConversation, lockConversation } from '../conversation/conversations.sql.ts';
import type { ClaimedConversationNotice } from '../notices/notices.claims.sql.ts';
import { endNotice, postponeNotice } from '../notices/notices.sql.ts';
import { firstName } from '../team/actor.ts';
import {
  awayMs,
  findPlace,
  findUnseen,
  insertResumeLink,
  markMailed,
  releaseMail,
  reserveMail,
  type UnseenMessage,
  type VisitorPlace,
} from './visitor-mail.sql.ts';

const maxMailsAnHour = 5;
const linkDays = 7;
const minutes = 60_000;
/** Waits between attempts, in milliseconds: they outlast a mail server that is out of reach for most of a day. */
const retries = [30_000, ...[2, 5, 10, 30, 60, 120, 240, 480].map((count) => count * minutes)];
const retryHours = Math.round(retries.reduce((sum, ms) => sum + ms, 0) / 3_600_000);

/** Mails a person's messages to a visitor who is away, with a link that resumes the conversation once. */
export async function mailVisitor(
  platform: Platform,
  notice: ClaimedConversationNotice,
  signal: AbortSignal,
): Promise<void> {
  const { sql } = platform.database;
  const { workspace_id: workspaceId, conversation_id: id } = notice;
  const conversation = await findConversation(sql, workspaceId, id);
  if (conversation === undefined) return;
  const place = await findPlace(sql, workspaceId, conversation.thread_id);
  const unseen = await findUnseen(sql, workspaceId, conversation.thread_id);
  const last = unseen.at(-1);
  const address = conversation.visitor.email;
  if (place === undefined || address === null || platform.mail === undefined) {
    await endNotice(sql, notice);
    return;
  }
  if (last === undefined) {
    await platform.database.transaction(async (tx) => endIfSeen(tx, notice));
    return;
  }
  const sinceSeen = place.seen_at === null ? Infinity : Date.now() - Date.parse(place.seen_at);
  if (sinceSeen < awayMs) {
    await postponeNotice(sql, notice, { ms: awayMs - sinceSeen, isAttempt: false });
    return;
  }
  // A visitor could write one address in many ways.
  const mailbox = address.toLowerCase();
  const reserved = await platform.database.transaction(async (tx) => reserveMail(tx, mailbox, maxMailsAnHour));
  if ('oldest' in reserved) {
    const ms = Math.max(1_000, Date.parse(reserved.oldest) + 3_600_000 - Date.now());
    await postponeNotice(sql, notice, { ms, isAttempt: false });
    return;
  }
  const link = await createLink(platform, place, workspaceId, address);
  if (link === undefined) {
    await releaseMail(sql, mailbox, reserved.sentAt);
    await postponeNotice(sql, notice, { ms: 0, isAttempt: false });
    return;
  }
  const speaker = firstName(last.author);
  const { subject, text } = mailText(conversation.visitor.locale ?? place.locale, {
    name: speaker,
    title: place.title ?? conversation.interface.name,
    messages: unseen.map(writeMessage),
    link,
  });
  // A notice may send several mails, which mailboxes must not take for copies of one. All belong to one discussion.
  const sending = await platform.mail.send({ id: last.id, discussion: id, to: address, subject, text }, signal);
  if (sending.state === 'sent') {
    await platform.database.transaction(async (tx) => {
      await markMailed(tx, workspaceId, id, last.created_at);
      await endIfSeen(tx, notice);
    });
    return;
  }
  await releaseMail(sql, mailbox, reserved.sentAt);
  const wait = retries[notice.attempts];
  if (sending.state === 'refused' || wait === undefined) await giveUp(platform, notice, conversation, sending);
  else await postponeNotice(sql, notice, { ms: wait, isAttempt: true });
}

/**
 * Ends a notice whose mail can't be sent, and notifies the team, who believe that the visitor got the reply. The notice
 * doesn't name the visitor: unlike the conversation, it would outlast their erasure while it is retried.
 */
async function giveUp(
  platform: Platform,
  notice: ClaimedConversationNotice,
  { id, interface: chat }: Conversation,
  sending: Sending,
): Promise<void> {
  const reason =
    sending.state === 'refused'
      ? `The mail server has refused the e-mail (${sending.codes}).`
      : `The mail server has not accepted the e-mail in ${retryHours} hours.`;
  await platform.database.transaction(async (tx) => {
    if (!(await endNotice(tx, notice))) return;
    await queueTeamNotice(tx, notice.workspace_id, {
      subject: toOneLine(`A reply did not reach its visitor by e-mail (${chat.name})`),
      text: `${reason} They see the reply if they return to the chat.\n${platform.publicUrl}/console/conversations/${id}`,
    });
  });
}

/**
 * Ends a notice, unless there are messages that it didn't send: those written meanwhile scheduled no other one. Each
 * message changes its conversation before that, so the lock makes them either found here or scheduled afterwards.
 */
async function endIfSeen(tx: Transaction, notice: ClaimedConversationNotice): Promise<void> {
  const { workspace_id: workspaceId, conversation_id: id } = notice;
  const conversation = await lockConversation(tx, workspaceId, id);
  const unseen = conversation === undefined ? [] : await findUnseen(tx, workspaceId, conversation.thread_id);
  if (unseen.length === 0) await endNotice(tx, notice);
  else await postponeNotice(tx, notice, { ms: awayMs, isAttempt: false });
}

/**
 * Back to the page where the visitor wrote if it is the owner's, else to the chat's own page. Undefined if the visitor no
 * longer has the address that it would be mailed to.
 */
async function createLink(
  platform: Platform,
  place: VisitorPlace,
  workspaceId: string,
  address: string,
): Promise<string | undefined> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(Date.now() + linkDays * 86_400_000).toISOString();
  const link = { ...place, address, tokenHash: hashLink(token), expiresAt };
  if (!(await insertResumeLink(platform.database.sql, workspaceId, link))) return undefined;
  const page = place.page_url !== null && URL.canParse(place.page_url) ? new URL(place.page_url) : undefined;
  const target =
    page !== undefined && isOwners(page, place) ? page : new URL(`/chat/${place.slug}`, platform.publicUrl);
  target.hash = `portico-resume=${token}`;
  return target.href;
}

/** Whether the owner has listed the origin of a page, or has proven that its domain is theirs: visitors can name any page. */
function isOwners({ protocol, origin, hostname }: URL, { allowed_origins: origins, domains }: VisitorPlace): boolean {
  return isOriginListed(origin, origins) || (/^https?:$/.test(protocol) && domains.includes(hostname));
}

export function hashLink(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** A message with the names of its files, which the link leads to. */
function writeMessage({ content, attachments }: UnseenMessage): string {
  return [content, ...attachments.map(({ file_name: name }) => `📎 ${name}`)].join('\n');
}

const separator = '─'.repeat(20);

/** A mail with a person's messages, for a language tag like `pt-BR`, else in English. */
function mailText(
  locale: string | null,
  { name, title, messages, link }: { name: string; title: string; messages: readonly string[]; link: string },
): { subject: string; text: string } {
  const { mail } = textsByLanguage[chooseLanguage([locale])];
  const subject = mail.subject.replace('{name}', () => name).replace('{title}', () => title);
  // Not below the line `-- ` of a signature, which mail programs fold.
  return { subject, text: `${messages.join('\n\n')}\n\n${separator}\n${mail.link}\n${link}\n${mail.once}\n` };
}
