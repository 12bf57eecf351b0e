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

/** At the beginning of the text, of a line or of a word, at their ends, and around code; not inside of `order_id` or `C#`. */
const markdownMarks =
  /^[#>\s]+(?=\s)\s*|(?<=\n|[.:!?]\s)[#>][#> ]*\s+|[*`]+|(?<![\p{L}\p{N}_])_+|_+(?![\p{L}\p{N}_])/gu;

/** What a conversation is about: its subject, else its last message. Visitors' messages are not Markdown. */
export function topicOf({ subject, last_message: last }: Conversation): string {
  const preview = last?.preview ?? '';
  return subject ?? (last?.author_type === 'visitor' ? preview : preview.replaceAll(markdownMarks, ''));
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
