import type { Sql } from '../../platform/database.ts';
import { findChatInterfacesOfAgent } from './interface/chat-interfaces.sql.ts';

export { chatInterfaceRoutes } from './chat-interfaces.routes.ts';
export { createChatInterface, findIdentitySecret, listChatDefinitions } from './interface/chat-interfaces.service.ts';
export { findChatSlugOfHost } from './interface/check-domains.ts';
export type { ChatPlatform } from './chat-platform.ts';
export { createChatInterfaces } from './create-chat-interfaces.ts';
export { deleteOldConversations } from './sessions/delete-old-conversations.ts';
export { eraseVisitor } from './sessions/erase-visitor.ts';
export { type FollowedSession, followByToken } from './sessions/follow-by-token.ts';
export { findChatPage } from './interface/framing.ts';
export { publicChatRoutes } from './public-chat.routes.ts';
export { publicMessageRoutes } from './public-messages.routes.ts';
export { visitorActRoutes } from './visitor-acts.routes.ts';

/** Names the chat interfaces of an agent. */
export async function findChatInterfacesWithAgent(sql: Sql, workspaceId: string, agentId: string): Promise<string[]> {
  const users = await findChatInterfacesOfAgent(sql, workspaceId, agentId);
  return users.map(({ id, name }) => `chat interface "${name}" (${id})`);
}
