import type { ChatSessionRecord, PageQuery } from '@portico/shared-types';
import type { Page } from '../../../platform/http/route.ts';
import type { Platform } from '../../../platform/platform.ts';
import { requireChatInterface } from '../interface/chat-interfaces.service.ts';
import { endOfSession, isExpired } from './session-end.ts';
import { listSessions } from './sessions.sql.ts';

/** An interface's sessions as its operator sees them. Throws 404. */
export async function pageSessions(
  platform: Platform,
  workspaceId: string,
  interfaceId: string,
  query: PageQuery,
): Promise<Page<ChatSessionRecord>> {
  const chat = await requireChatInterface(platform, workspaceId, interfaceId);
  const { items, total } = await listSessions(platform.database.sql, interfaceId, query);
  return {
    items: items.map((session) => {
      const {
        workspace_id: _,
        interface_id: __,
        visitor: ___,
        origin: ____,
        ends_at: _5,
        idle_ms: _6,
        ...shown
      } = session;
      return {
        ...shown,
        status: isExpired(session, chat) ? ('expired' as const) : ('active' as const),
        expires_at: new Date(endOfSession(session, chat)).toISOString(),
      };
    }),
    total,
  };
}
