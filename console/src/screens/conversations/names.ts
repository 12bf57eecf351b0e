import type { Conversation } from '@portico/shared-types/api/conversations';
import type { Texts } from '../../text/texts.ts';
import type { Say } from '../../text/use-texts.ts';
import type { Tone } from '../../ui/badge.tsx';

/** Not in texts.ts, so that names can be shown outside of the screen. */
export const nameTexts = {
  visitorNumber: ['Visitor {id}', 'Gast {id}', 'زائر {id}'],
} satisfies Texts;

/** The visitor's name for the team: the name, else the address, else the end of the id. */
export function nameOf({ visitor }: Conversation, say: Say<typeof nameTexts>): string {
  return visitor.name ?? visitor.email ?? visitor.user_id ?? say('visitorNumber', { id: visitor.id.slice(-4) });
}

/** What a conversation is about: its subject, else its last message without Markdown marks. */
export function topicOf({ subject, last_message: last }: Conversation): string {
  return subject ?? (last?.preview ?? '').replaceAll(/[*_`#>]+/gu, '');
}

/** Why a person was asked for: the reason, and the agent's summary. Undefined if neither is known. */
export function handoverText({ reason, summary }: NonNullable<Conversation['handover']>): string | undefined {
  const parts = [reason, summary].filter((part) => part !== null && part !== '');
  return parts.length === 0 ? undefined : [...new Set(parts)].join(' · ');
}

export const tones: Record<Conversation['status'], Tone> = {
  bot: 'plain',
  waiting: 'wait',
  human: 'accent',
  closed: 'plain',
};
