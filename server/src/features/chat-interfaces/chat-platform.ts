import { AccessWatch } from '../../platform/access-watch.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ConversationsPlatform } from '../conversations/index.ts';
import { findOpenSessions, type OpenSession } from './sessions/sessions.sql.ts';

/** In-memory state of chat interfaces in this process. */
export interface ChatInterfaces {
  readonly sessions: AccessWatch<OpenSession>;
}

/** The platform plus the dependencies of serving chat. */
export interface ChatPlatform extends ConversationsPlatform {
  readonly chatInterfaces: ChatInterfaces;
}

export function openChatInterfaces({ database: { sql }, log, stopping }: Platform): ChatInterfaces {
  return {
    sessions: new AccessWatch<OpenSession>({
      name: 'chat sessions',
      log,
      stopping,
      find: async (ids) => new Map((await findOpenSessions(sql, ids)).map((row) => [row.id, row])),
    }),
  };
}
