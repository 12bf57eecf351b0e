import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { ChatSession, CreateChatSession, CreatedChatSession } from '@portico/shared-types';
import { isBlank } from '@portico/shared-types/rules/read-field-value';
import type { Transaction } from '../../../platform/database.ts';
import { invalid } from '../../../platform/errors.ts';
import { createCapability } from '../../../platform/ids.ts';
import { toOneLine } from '../../../platform/one-line.ts';
import type { Platform } from '../../../platform/platform.ts';
import {
  endResumeLinks,
  findVisitorOfLink,
  getPublicConversation,
  hashLink,
  keepVisitorWords,
  useResumeLink,
} from '../../conversations/index.ts';
import { createThread, findAnsweredThread, findRecentMessages, type ThreadsPlatform } from '../../threads/index.ts';
import { eraseVisitor } from './erase-visitor.ts';
import { checkMetadata } from './check-metadata.ts';
import { expiredToken, isBoundTo, wrongToken, type Visitor } from './admit-visitor.ts';
import { endOfSession, isExpired } from './session-end.ts';
import { identitySecret } from '../interface/chat-interfaces.service.ts';
import { requireSolution } from '../session-start/challenge.ts';
import { type PreChatAnswers, readPreChat } from '../session-start/read-pre-chat.ts';
import { extrasOf } from '../interface/chat-extras.ts';
import { lockChatInterface, type ChatInterfaceRow } from '../interface/chat-interfaces.sql.ts';
import { toPublicConfig } from '../interface/public-config.ts';
import { presentMessages, viewOf } from '../messages/present-message.ts';
import { createSessionToken, hashSessionToken } from './session-token.ts';
import {
  deleteAddresses,
  endSessions,
  findSession,
  findSessionByToken,
  insertSession,
  insertVisitor,
  lockVisitor,
  lockVisitorOfUser,
  nameVisitor,
  renewSession,
  type SessionRow,
  type VisitorRow,
  type VouchedUser,
} from './sessions.sql.ts';
import { isThreadOfVisitor, listRecentThreadsOfVisitor } from './threads-of-visitor.sql.ts';
import { trackVisitor } from './track-visitor.ts';
import { verifyIdentity } from './verify-identity.ts';

interface Arrival {
  readonly visitor: Visitor;
  readonly ip: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: CreateChatSession;
}

/** Number of messages that a session start returns. */
const recentMessages = 50;

/**
 * Starts a visitor's session, or continues the one whose token is `resume` (docs/reference/public-chat.md#sessions).
 * Throws 400 if consent, a field before the chat or the solution of a challenge is missing, 401 for a wrong or expired
 * token or identity.
 */
export async function openSession(platform: Platform, arrival: Arrival): Promise<CreatedChatSession> {
  const { visitor, body } = arrival;
  const { chat } = visitor;
  const resumed = body.resume === undefined ? undefined : await requireResumable(platform, visitor, body.resume);
  // What is tried in a preview must not get into a visitor's conversation.
  if (body.resumeLink !== undefined && visitor.isPreview) throw wrongToken();
  const consented = body.consent === 'granted';
  const hadConsented = resumed !== undefined && resumed.consented_at !== null;
  if (chat.settings.consent.required && !consented && !hadConsented) {
    throw invalid({ path: 'body.consent', message: 'must be "granted"', code: 'consent_required' });
  }
  if (body.identity !== undefined) verifyIdentity(identitySecret(platform, chat), body.identity);
  // A link from one of our mails is as trustworthy as the session that it resumes.
  const isNew = resumed === undefined && body.resumeLink === undefined;
  const answers = isNew ? await readPreChat(platform, chat, body) : undefined;
  const visit = trackVisitor(chat.settings, arrival);
  const metadata = { ...answers?.metadata, ...visit.metadata };
  checkMetadata(metadata);
  // Done last, so that a request rejected for another reason doesn't use up the solution.
  if (isNew && extrasOf(chat.settings).challenge === 'proof_of_work') {
    await requireSolution(platform, chat.id, body.challenge);
  }
  const endsAt = new Date(Date.now() + chat.settings.behaviour.session_timeout_minutes * 60_000);
  const opened = await platform.database.transaction(async (tx) => {
    const linked = body.resumeLink === undefined ? undefined : await followLink(tx, chat, body.resumeLink);
    const { row, adopted } = linked ?? (await chooseVisitor(tx, arrival, resumed, answers));
    const threadId = linked?.threadId ?? (await chooseThread(platform, tx, arrival, row, resumed));
    if (resumed !== undefined && !adopted && resumed.visitor === row.id && resumed.thread_id === threadId) {
      await renewSession(tx, resumed.id, endsAt, consented);
      return { id: resumed.id, token: body.resume ?? '' };
    }
    if (adopted) {
      await endSessions(tx, row.id);
      await endResumeLinks(tx, row.id);
    }
    const id = createCapability('ses');
    const { token, tokenHash } = createSessionToken();
    const session = {
      id,
      visitor: row,
      threadId,
      tokenHash,
      endsAt,
      consented: consented || hadConsented,
      preview: visitor.isPreview,
    };
    await insertSession(tx, session, { ...visit, metadata, origin: visitor.origin ?? null });
    return { id, token };
  });
  const session = await findSession(platform.database.sql, chat.id, opened.id);
  if (session === undefined) throw wrongToken();
  const { messages, lastEventId } = await findRecentMessages(platform, {
    workspaceId: session.workspace_id,
    threadId: session.thread_id,
    limit: recentMessages,
  });
  return {
    ...(await presentSession(platform, session, chat)),
    token: opened.token,
    messages: presentMessages(messages, viewOf(platform, chat)),
    interface: await toPublicConfig(platform, chat),
    lastEventId: String(lastEventId),
  };
}

/** The visitor and the thread of a link in a mail, which is used up by the transaction. Throws 401. */
async function followLink(
  tx: Transaction,
  chat: ChatInterfaceRow,
  token: string,
): Promise<{ row: VisitorRow; adopted: boolean; threadId: string }> {
  const hash = hashLink(token);
  const visitor = await findVisitorOfLink(tx, chat.id, hash);
  // Locked first, as a login does it: the link is used before the login, whose session then ends, or not at all.
  const row = visitor === undefined ? undefined : await lockVisitor(tx, visitor);
  const link = row && (await useResumeLink(tx, chat.id, hash));
  if (row === undefined || link === undefined) throw wrongToken();
  return { row, adopted: false, threadId: link.thread_id };
}

async function requireResumable(platform: Platform, visitor: Visitor, token: string): Promise<SessionRow> {
  const { chat, isPreview } = visitor;
  const session = await findSessionByToken(platform.database.sql, chat.id, hashSessionToken(token));
  if (session === undefined || session.preview !== isPreview || !isBoundTo(session, visitor)) throw wrongToken();
  if (isExpired(session, chat)) throw expiredToken();
  return session;
}

/**
 * Identifies the visitor of a session. A token or a signature identifies one; the `visitorId` that a browser claims
 * does not. An anonymous visitor who logs in keeps the conversation, unless the user already has one here; the addresses
 * that were entered before don't count any more.
 */
async function chooseVisitor(
  tx: Transaction,
  { visitor: { chat }, body }: Arrival,
  resumed: SessionRow | undefined,
  answers: PreChatAnswers | undefined,
): Promise<{ row: VisitorRow; adopted: boolean }> {
  const isSigned = body.identity?.signatureVersion === 2;
  const user =
    body.identity === undefined
      ? undefined
      : {
          userId: body.identity.userId,
          // Signed attributes are not mixed with the visitor's own input.
          name: toName(body.identity.name ?? (isSigned ? null : (answers?.name ?? null))),
          email: body.identity.email ?? (isSigned ? null : (answers?.email ?? null)),
          isSigned,
        };
  if (user !== undefined) {
    // Two devices that log in at the same moment must get the same visitor.
    await lockChatInterface(tx, chat.workspace_id, chat.id);
    const known = await lockVisitorOfUser(tx, chat.id, user.userId);
    if (known !== undefined) {
      await identifyVisitor(tx, known, user);
      return { row: known, adopted: false };
    }
  }
  const earlier = resumed === undefined ? undefined : await lockVisitor(tx, resumed.visitor);
  if (resumed !== undefined && earlier === undefined) throw wrongToken();
  if (earlier !== undefined && user === undefined) {
    // A login has ended the session since it was looked up.
    if (earlier.user_id !== resumed?.user_id) throw expiredToken();
    return { row: earlier, adopted: false };
  }
  if (earlier !== undefined && earlier.user_id === null && user !== undefined) {
    // Somebody else may have left them, on a shared computer, and would get mails with links that resume as this user.
    await deleteAddresses(tx, earlier.id);
    await identifyVisitor(tx, earlier, user);
    return { row: { ...earlier, user_id: user.userId }, adopted: true };
  }
  const row = {
    id: randomUUID(),
    workspace_id: chat.workspace_id,
    interface_id: chat.id,
    visitor_id: body.visitorId ?? randomUUID(),
    user_id: user?.userId ?? null,
  };
  await insertVisitor(
    tx,
    row,
    user ?? (answers === undefined ? undefined : { ...answers, name: toName(answers.name), isSigned: false }),
  );
  return { row, adopted: false };
}

/** A name as it is stored: it is shown beside others, in mails and in chats of the team. Null if nothing is visible. */
function toName(name: string | null): string | null {
  const line = name === null ? '' : toOneLine(name);
  return isBlank(line) ? null : line;
}

/** Stores the site's data about a visitor whom it knows, and makes earlier conversations findable by it. */
async function identifyVisitor(tx: Transaction, visitor: VisitorRow, user: VouchedUser): Promise<void> {
  await nameVisitor(tx, visitor.id, user);
  await keepVisitorWords(tx, visitor.workspace_id, visitor.id);
}

async function chooseThread(
  platform: Platform,
  tx: Transaction,
  { visitor: { chat, isPreview }, body }: Arrival,
  visitor: VisitorRow,
  resumed: SessionRow | undefined,
): Promise<string> {
  const workspaceId = chat.workspace_id;
  const owner = { visitor: visitor.id, preview: isPreview };
  if (body.threadId !== undefined) {
    const { threadId } = body;
    if (await isThreadOfVisitor(tx, { ...owner, threadId })) return threadId;
    throw invalid({ path: 'body.threadId', message: 'is not a conversation of this visitor' });
  }
  if (body.newThread !== true) {
    const isTheirs = resumed !== undefined && resumed.visitor === visitor.id;
    const earlier = isTheirs ? [resumed.thread_id] : await listRecentThreadsOfVisitor(tx, owner);
    // A thread that was deleted or archived, or whose agent is gone, would never answer the visitor again.
    const answered = await findAnsweredThread(tx, { workspaceId, agentId: chat.agent_id }, earlier);
    if (answered !== undefined) return answered;
  }
  const thread = await createThread(
    platform,
    {
      workspaceId,
      agentId: chat.agent_id,
      metadata: {
        source: 'chat_interface',
        interface_id: chat.id,
        visitor_id: visitor.visitor_id,
        ...(isPreview ? { preview: true } : {}),
      },
    },
    tx,
  );
  return thread.id;
}

/** Deletes the visitor of a session: every thread with its messages, every file, every trace. */
export async function forgetVisitor(
  platform: ThreadsPlatform,
  session: SessionRow,
): Promise<{ id: string; deleted: true }> {
  await eraseVisitor(platform, session.workspace_id, session.visitor);
  return { id: session.id, deleted: true };
}

export async function presentSession(
  platform: Platform,
  session: SessionRow,
  chat: ChatInterfaceRow,
): Promise<ChatSession> {
  return {
    id: session.id,
    visitorId: session.visitor_id,
    threadId: session.thread_id,
    status: isExpired(session, chat) ? 'expired' : 'active',
    expiresAt: new Date(endOfSession(session, chat)).toISOString(),
    conversation: await getPublicConversation(platform, session.workspace_id, session.thread_id),
  };
}
