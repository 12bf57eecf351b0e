import { registerAgentUsers } from '../agents/index.ts';
import { findChatInterfacesOfAgent } from './interface/chat-interfaces.sql.ts';

export { sweepChallenges } from './session-start/challenge.ts';
export { chatInterfaceRoutes } from './chat-interfaces.routes.ts';
export { createChatInterface, findIdentitySecret } from './interface/chat-interfaces.service.ts';
export { checkDomains, findChatSlugOfHost } from './interface/check-domains.ts';
export { type FollowedSession, followByToken } from './sessions/follow-by-token.ts';
export { framingOfChatInterface } from './interface/framing.ts';
export { publicChatRoutes } from './public-chat.routes.ts';
export { publicMessageRoutes } from './public-messages.routes.ts';
export { visitorActRoutes } from './visitor-acts.routes.ts';

registerAgentUsers(async (sql, workspaceId, agentId) => {
  const users = await findChatInterfacesOfAgent(sql, workspaceId, agentId);
  return users.map(({ id, name }) => `chat interface "${name}" (${id})`);
});
