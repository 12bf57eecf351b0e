import type { Conversation } from '@portico/shared-types';
import type { Platform } from '../../../platform/platform.ts';
import { findConversation } from '../conversation/conversations.sql.ts';
import type { ClaimedNotice } from './notices.claims.sql.ts';
import { endNotice, findTargets, insertNotices, postponeNotice } from './notices.sql.ts';

/** Waits between attempts, in milliseconds; after the last one a notice is given up. */
const retries = [5_000, 30_000, 120_000, 600_000];

/**
 * Creates the notices about a visitor who still waits, one for each address and one for the webhook, in the transaction
 * that ends this one, so that each is created once even if a process dies.
 */
export async function notifyTeam(platform: Platform, notice: ClaimedNotice): Promise<void> {
  const { workspace_id: workspaceId, conversation_id: conversationId, number } = notice;
  await platform.database.transaction(async (tx) => {
    if (!(await endNotice(tx, notice))) return;
    const conversation = await findConversation(tx, workspaceId, conversationId);
    if (conversation === undefined || !stillWaits(conversation)) return;
    const { emails, webhook } = await findTargets(tx, workspaceId);
    const mails = platform.mail === undefined ? [] : emails;
    await insertNotices(tx, { workspaceId, conversationId }, [
      ...mails.map((recipient) => ({ kind: 'mail' as const, number, recipient })),
      ...(webhook === null ? [] : [{ kind: 'webhook' as const, number, recipient: webhook }]),
    ]);
  });
}

/**
 * Sends a notice to one address, or to the webhook; failures are retried. If a process dies after the receiver has
 * accepted the notice and before this is stored, another process sends it again under the same id.
 */
export async function sendNotice(platform: Platform, notice: ClaimedNotice, signal: AbortSignal): Promise<void> {
  const { sql } = platform.database;
  const conversation = await findConversation(sql, notice.workspace_id, notice.conversation_id);
  const wait = retries[notice.attempts];
  const isWanted = conversation !== undefined && stillWaits(conversation);
  if (!isWanted || (await deliver(platform, notice, conversation, signal)) || wait === undefined) {
    await endNotice(sql, notice);
  } else await postponeNotice(sql, notice, { ms: wait, isAttempt: true });
}

async function deliver(
  platform: Platform,
  { id, kind, number, recipient }: ClaimedNotice,
  conversation: Conversation,
  signal: AbortSignal,
): Promise<boolean> {
  const { subject, text } = writeNotice(platform.publicUrl, conversation, number);
  if (kind === 'mail') return (await platform.mail?.send({ id, to: recipient ?? '', subject, text })) ?? true;
  try {
    const { status } = await platform.outbound.request(recipient ?? '', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'webhook-id': id },
      body: JSON.stringify({ text: `${subject}\n${text}` }),
      timeoutMs: 15_000,
      maxBytes: 10_000,
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

function writeNotice(publicUrl: string, conversation: Conversation, number: number): { subject: string; text: string } {
  const { id, visitor, handover, last_message: last } = conversation;
  const name = visitor.name ?? visitor.email ?? 'A visitor';
  const subject = `${name} ${number > 1 ? 'still waits' : 'waits'} for a person (${conversation.interface.name})`;
  const lines = [handover?.reason, handover?.summary, last?.author_type === 'visitor' ? last.preview : undefined];
  const said = [...new Set(lines.filter((line) => typeof line === 'string' && line !== ''))];
  return { subject, text: [...said, `${publicUrl}/console/conversations/${id}`].join('\n') };
}
