import { ChatHandover } from '@portico/shared-types';
import type { ChatSettings } from './chat-interfaces.sql.ts';

/** How an interface hands over; one that an older version stored doesn't. */
export function parseHandover({ handover }: Pick<ChatSettings, 'handover'>): ChatHandover {
  return ChatHandover.parse(handover ?? {});
}
