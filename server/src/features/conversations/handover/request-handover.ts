import type { Conversation, Handover } from '@portico/shared-types';
import { chooseLanguage } from '@portico/shared-types/languages/choose-language';
import { textsByLanguage } from '@portico/shared-types/languages/lists/server';
import type { Transaction } from '../../../platform/database.ts';
import { byLanguage } from '../../../platform/by-language.ts';
import { ignoreMissing } from '../../../platform/errors.ts';
import { firstText } from '../../../platform/first-text.ts';
import { sweepDue } from '../../../platform/sweep-rows.ts';
import {
  addSpokenMessage,
  doubtLastReply,
  lockThread,
  type ThreadKey,
  type ThreadsPlatform,
} from '../../threads/index.ts';
import { type Held, holdConversation, move } from '../actions/change-state.ts';
import { upsertConversation } from '../conversation/upkeep.sql.ts';
import { keepWords } from '../search/keep-words.ts';
import { lockVisitorText } from '../search/search.sql.ts';
import { events, report } from '../stream/workspace-events.ts';
import { findHandoverRules, type HandoverRules } from './handover-rules.ts';
import { findTimedOut, type TimedOut } from './handover.sql.ts';
import { isWithinHours } from './hours.ts';

/**
 * Makes a visitor wait for a person; without a message it creates the conversation. Nothing changes if the visitor
 * already waits, or a person answers. Outside of office hours the visitor is notified immediately that nobody is
 * available. Undefined if the interface doesn't hand over, or was deleted.
 */
export async function requestHandover(
  platform: ThreadsPlatform,
  tx: Transaction,
  { workspaceId, threadId }: ThreadKey,
  handover: Handover,
): Promise<Conversation | undefined> {
  if ((await lockThread(tx, workspaceId, threadId)) === undefined) return undefined;
  const begun = await upsertConversation(tx, workspaceId, threadId, null);
  if (begun === undefined) return undefined;
  const rules = await findHandoverRules(tx, begun.conversation.interface.id);
  if (rules === undefined || !rules.handover.enabled) return undefined;
  if (begun.isNew) {
    const { conversation } = begun;
    await keepWords(tx, workspaceId, conversation.id, await lockVisitorText(tx, threadId));
    await report(platform, tx, workspaceId, [events.created(conversation)]);
  }
  const held = await holdConversation(tx, workspaceId, begun.conversation.id);
  const { status } = held.conversation;
  if (status === 'waiting' || status === 'human') return held.conversation;
  if (handover.requested_by === 'visitor') await doubtLastReply(tx, workspaceId, threadId);
  return beginWaiting(platform, held, rules, handover);
}

/**
 * Makes the visitor wait for a person. Outside of office hours, they are notified immediately that nobody is available.
 * If nobody has come and nobody has read since they last waited, their wait is still counted from its beginning.
 */
export async function beginWaiting(
  platform: ThreadsPlatform,
  held: Held,
  rules: HandoverRules,
  handover: Handover | null,
): Promise<Conversation> {
  const now = new Date();
  const { timeout_minutes: minutes, bot_while_waiting: agentStays } = rules.handover;
  const waiting = await move(platform, held, {
    status: 'waiting',
    assignee: null,
    handover,
    closed_at: null,
    waiting_since: held.conversation.waiting_since ?? now.toISOString(),
    timeoutMinutes: minutes,
    agentStays,
    announces: 'conversation.waiting',
  });
  const isOpen = rules.handover.hours === 'always' || isWithinHours(rules.hours, rules.timezone, now);
  return isOpen ? waiting.conversation : sayAway(platform, waiting, rules);
}

/** Notifies visitors that nobody has come, and returns their conversations to the agent. */
export async function endWaiting(platform: ThreadsPlatform): Promise<void> {
  const { database } = platform;
  const end = async ({ id, workspace_id: workspaceId }: TimedOut): Promise<void> =>
    database.transaction(async (tx) => {
      const held = await holdConversation(tx, workspaceId, id).catch(ignoreMissing);
      if (held === undefined || held.conversation.status !== 'waiting') return;
      const rules = await findHandoverRules(tx, held.conversation.interface.id);
      await sayAway(platform, held, rules);
    });
  const find = async (seen: readonly string[]): Promise<TimedOut[]> => findTimedOut(database.sql, seen);
  await sweepDue(platform, find, end, 'a visitor could not be notified that nobody came');
}

/**
 * Posts the owner's text in the visitor's language, else in the interface's own, else a default text. The team can still
 * see how long the visitor has waited.
 */
async function sayAway(platform: ThreadsPlatform, held: Held, rules: HandoverRules | undefined): Promise<Conversation> {
  const { tx, thread, conversation } = held;
  const locale = conversation.visitor.locale ?? rules?.locale ?? null;
  const own = firstText(byLanguage(rules?.texts ?? {}, locale)?.away_message, rules?.handover.away_message);
  const content = own ?? defaultAway(locale, conversation, rules);
  const author = { type: 'system' as const, id: null, name: null, avatar_url: null };
  await addSpokenMessage(platform, tx, thread, { author, content });
  return (await move(platform, held, { status: 'bot', assignee: null })).conversation;
}

/** Only a visitor who is shown a field for it is asked for an address. */
function defaultAway(locale: string | null, { visitor }: Conversation, rules: HandoverRules | undefined): string {
  const language = chooseLanguage([locale]);
  const { text, leaveAddress, byMail } = textsByLanguage[language].nobodyHere;
  const rest = visitor.email !== null ? byMail : rules?.handover.ask_email === true ? leaveAddress : '';
  // Chinese and Japanese have no space between sentences.
  return [text, rest].filter(Boolean).join(language === 'zh' || language === 'ja' ? '' : ' ');
}
