import type { Transaction } from '../../../platform/database.ts';
import { firstText } from '../../../platform/first-text.ts';
import { groupAddress } from '../../../platform/http/limits.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { RateRule } from '../../../platform/rate-limit.ts';
import { countOfDay, takeOfDay } from '../../credits/index.ts';
import { textsFor } from './chat-extras.ts';
import type { ChatInterfaceRow } from './chat-interfaces.sql.ts';
import type { Conversation } from '../messages/messages.service.ts';

/**
 * Requests a minute from one address to one interface (docs/reference/limits.md#limits-of-visitors), or the interface's
 * own number.
 */
export function perAddress(
  chat: ChatInterfaceRow,
  ip: string,
  what: 'sessions' | 'messages' | 'uploads' | 'challenges' | 'tools' | 'reads' | 'searches',
  fallback: number,
): RateRule {
  const isSetting = what === 'sessions' || what === 'messages' || what === 'uploads';
  const own = isSetting ? chat.settings.limits[`${what}_per_minute`] : null;
  const limit = own ?? fallback;
  return { name: `chat:${chat.id}:${what}:${groupAddress(ip)}`, window: 'minute', limit };
}

/** A session may do each of these once a second: report its page, rate replies, stop replies. */
export function actLimit({ session }: Conversation, act: 'visit' | 'feedback' | 'cancel'): RateRule {
  return { name: `chat-${act}:${session.id}`, window: 'minute', limit: 60 };
}

/** The limits of a message for each minute: of its address and of its session. */
export function messageLimits({ chat, session }: Conversation, ip: string): RateRule[] {
  const limit = chat.settings.limits.session_messages_per_minute ?? 20;
  return [perAddress(chat, ip, 'messages', 30), { name: `chat-session:${session.id}`, window: 'minute', limit }];
}

/** Counts one message against the interface's daily limit, if it has one. Throws LimitReached. */
export async function takeDailyMessage(
  platform: Platform,
  tx: Transaction,
  { chat, session }: Conversation,
): Promise<void> {
  const { daily_messages: maximum } = chat.settings.limits;
  if (maximum === null) return;
  const { id: interfaceId, workspace_id: workspaceId, slug } = chat;
  const locale = session.locale ?? chat.settings.locale;
  const limitMessage = firstText(textsFor(chat.settings, locale).limit_message, chat.settings.limit_message);
  const limit = { interfaceId, workspaceId, slug, limit: 'daily_messages' as const, maximum, limitMessage, locale };
  await takeOfDay(platform, tx, dailyMessages(interfaceId), limit);
}

/** Messages of today that count against the interface's daily limit. */
export async function countDailyMessages(platform: Platform, interfaceId: string): Promise<number> {
  return countOfDay(platform.database.sql, dailyMessages(interfaceId));
}

function dailyMessages(interfaceId: string): string {
  return `chat:${interfaceId}:messages`;
}
