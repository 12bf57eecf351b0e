import { registerAgentUsers } from '../agents/index.ts';
import { findChatInterfacesOfAgent } from './chat-interfaces.sql.ts';

export { sweepChallenges } from './beginning/challenge.ts';
export { chatInterfaceRoutes } from './chat-interfaces.routes.ts';
export { createChatInterface, findIdentitySecret } from './chat-interfaces.service.ts';
export { checkDomains, findChatSlugOfHost } from './check-domains.ts';
export { type FollowedSession, followByToken } from './follow-by-token.ts';
export { framingOfChatInterface } from './framing.ts';
export { publicChatRoutes } from './public-chat.routes.ts';
export { publicMessageRoutes } from './public-messages.routes.ts';
export { visitorActRoutes } from './visitor-acts.routes.ts';

registerAgentUsers(async (sql, workspaceId, agentId) => {
  const users = await findChatInterfacesOfAgent(sql, workspaceId, agentId);
  return users.map(({ id, name }) => `chat interface "${name}" (${id})`);
});
