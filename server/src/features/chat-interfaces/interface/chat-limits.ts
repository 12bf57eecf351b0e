import { groupAddress } from '../../../platform/http/limits.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { RateRule } from '../../../platform/rate-limit.ts';
import { dailyRule } from '../../credits/index.ts';
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
  what: 'sessions' | 'messages' | 'uploads' | 'challenges' | 'tools',
  fallback: number,
): RateRule {
  const own = what === 'challenges' || what === 'tools' ? null : chat.settings.limits[`${what}_per_minute`];
  const limit = own ?? fallback;
  return { name: `chat:${chat.id}:${what}:${groupAddress(ip)}`, window: 'minute', limit };
}

/** A page may report its visitor's navigation once a second. */
export function visitLimit({ session }: Conversation): RateRule {
  return { name: `chat-visit:${session.id}`, window: 'minute', limit: 60 };
}

/** The limits of a message: of its address and its session, and of all visitors for the day. */
export function messageLimits(platform: Platform, { chat, session }: Conversation, ip: string): RateRule[] {
  const { limits } = chat.settings;
  const rules: RateRule[] = [
    perAddress(chat, ip, 'messages', 30),
    { name: `chat-session:${session.id}`, window: 'minute', limit: limits.session_messages_per_minute ?? 20 },
  ];
  const { daily_messages: maximum } = limits;
  if (maximum === null) return rules;
  const { id: interfaceId, workspace_id: workspaceId, slug } = chat;
  const locale = session.locale ?? chat.settings.locale;
  const limitMessage = textsFor(chat.settings, locale).limit_message ?? chat.settings.limit_message ?? null;
  const limit = { interfaceId, workspaceId, slug, limit: 'daily_messages' as const, maximum, limitMessage, locale };
  return [...rules, dailyRule(platform, `chat:${chat.id}:messages`, limit)];
}
