import type { Conversation } from '@portico/shared-types/api/conversations';
import type { Say } from '../../text/use-texts.ts';
import type { Tone } from '../../ui/badge.tsx';
import type { conversationTexts } from './texts.ts';

/** The visitor's name for the team: the name, else the address, else the end of the id. */
export function nameOf({ visitor }: Conversation, say: Say<typeof conversationTexts>): string {
  return visitor.name ?? visitor.email ?? visitor.user_id ?? say('visitorNumber', { id: visitor.id.slice(-4) });
}

/** Why a person was asked for: the reason, and the agent's summary. Undefined if neither is known. */
export function handoverText({ reason, summary }: NonNullable<Conversation['handover']>): string | undefined {
  const parts = [reason, summary].filter((part) => part !== null && part !== '');
  return parts.length === 0 ? undefined : parts.join(' · ');
}

export const tones: Record<Conversation['status'], Tone> = {
  bot: 'plain',
  waiting: 'wait',
  human: 'accent',
  closed: 'plain',
};
