import { ChatHandover } from '@portico/shared-types';
import type { ChatSettings } from './chat-interfaces.sql.ts';

/** The handover settings of an interface; handover is off for one stored by an older version. */
export function parseHandover({ handover }: Pick<ChatSettings, 'handover'>): ChatHandover {
  return ChatHandover.parse(handover ?? {});
}
