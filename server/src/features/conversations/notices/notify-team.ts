import type { Conversation } from '@portico/shared-types';
import type { Sql } from '../../../platform/database.ts';
import { toOneLine } from '../../../platform/one-line.ts';
import type { Platform } from '../../../platform/platform.ts';
import { findConversation } from '../conversation/conversations.sql.ts';
import type { ClaimedNotice } from './notices.claims.sql.ts';
import { writeNoticeBody } from './notice-body.ts';
import { endNotice, findLastWords, findTargets, insertNotices, postponeNotice } from './notices.sql.ts';

const minutes = 60_000;
/**
 * Waits between attempts, in milliseconds; after the last one a notice is given up. They outlast a mail server that is
 * out of reach for hours. One that reaches nobody any more, because the visitor no longer waits, ends before.
 */
const retries = [5_000, 30_000, ...[2, 5, 10, 30, 60, 120, 240].map((count) => count * minutes)];

/**
 * Creates a notice for each address and one for the webhook, in the transaction that ends this one, so that each is
 * created once even if a process dies. None is created if the visitor no longer waits.
 */
export async function notifyTeam(platform: Platform, notice: ClaimedNotice): Promise<void> {
  await platform.database.transaction(async (tx) => {
    if (!(await endNotice(tx, notice)) || (await findMessage(platform, tx, notice)) === undefined) return;
    const { emails, webhook } = await findTargets(tx, notice.workspace_id);
    const mails = platform.mail === undefined ? [] : emails;
    await insertNotices(tx, notice, [
      ...mails.map((recipient) => ({ kind: 'mail' as const, recipient })),
      ...(webhook === null ? [] : [{ kind: 'webhook' as const, recipient: webhook }]),
    ]);
  });
}

/**
 * Sends a notice to one address, or to the webhook; failures are retried. If a process dies after the receiver has
 * accepted the notice and before this is stored, another process sends it again under the same id.
 */
export async function sendNotice(platform: Platform, notice: ClaimedNotice, signal: AbortSignal): Promise<void> {
  const { sql } = platform.database;
  const message = await findMessage(platform, sql, notice);
  const recipient = await findRecipient(sql, notice);
  const wait = retries[notice.attempts];
  const isDone =
    message === undefined ||
    recipient === undefined ||
    (await deliver(platform, { ...notice, recipient }, message, signal));
  if (isDone || wait === undefined) await endNotice(sql, notice);
  else await postponeNotice(sql, notice, { ms: wait, isAttempt: true });
}

/** Undefined if the workspace no longer notifies it: a retry may be hours after the notice was created. */
async function findRecipient(
  sql: Sql,
  { workspace_id: id, kind, recipient }: ClaimedNotice,
): Promise<string | undefined> {
  const { emails, webhook } = await findTargets(sql, id);
  // Its new address, if it was changed: the old one may have been the reason for the retry.
  if (kind === 'webhook') return webhook ?? undefined;
  return emails.find((email) => email === recipient);
}

interface Message {
  readonly subject: string;
  readonly text: string;
}

/** The words of a notice; undefined if its visitor no longer waits. */
async function findMessage(platform: Platform, sql: Sql, notice: ClaimedNotice): Promise<Message | undefined> {
  if (notice.conversation_id === null) return notice;
  const conversation = await findConversation(sql, notice.workspace_id, notice.conversation_id);
  if (conversation === undefined || !stillWaits(conversation)) return undefined;
  const lastWords = await findLastWords(sql, notice.workspace_id, conversation.thread_id);
  return writeNotice(platform.publicUrl, conversation, { number: notice.number, lastWords });
}

/** Whether nothing is left to do: the notice was accepted, or its mailbox refuses it for good. */
async function deliver(
  platform: Platform,
  { id, kind, recipient }: { id: string; kind: string; recipient: string },
  { subject, text }: Message,
  signal: AbortSignal,
): Promise<boolean> {
  if (kind === 'mail') {
    const sending = await platform.mail?.send({ id, to: recipient, subject, text }, signal);
    return sending?.state !== 'failed';
  }
  try {
    const { status } = await platform.outbound.request(recipient, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'webhook-id': id },
      body: JSON.stringify(writeNoticeBody(recipient, { subject, text })),
      timeoutMs: 15_000,
      maxBytes: 10_000,
      truncate: true,
      followRedirects: false,
      signal,
    });
    return status >= 200 && status <= 299;
  } catch (error) {
    signal.throwIfAborted();
    platform.log.info({ err: error }, 'a notice was not taken');
    return false;
  }
}

/**
 * After a visitor leaves, `waiting_since` stays set until somebody reads; it is cleared as soon as a person answers.
 */
function stillWaits({ status, waiting_since: since }: Conversation): boolean {
  return since !== null && status !== 'human' && status !== 'closed';
}

function writeNotice(
  publicUrl: string,
  { id, visitor, handover, interface: chat }: Conversation,
  { number, lastWords }: { number: number; lastWords: string | undefined },
): Message {
  const name = visitor.name ?? visitor.email ?? 'A visitor';
  const subject = toOneLine(`${name} ${number > 1 ? 'still waits' : 'waits'} for a person (${chat.name})`);
  const lines = [handover?.reason, handover?.summary, lastWords];
  const said = [...new Set(lines.filter((line) => typeof line === 'string' && line !== ''))];
  return { subject, text: [...said, `${publicUrl}/console/conversations/${id}`].join('\n') };
}
