export { actRoutes } from './acts/acts.routes.ts';
export { conversationRoutes } from './conversation/conversations.routes.ts';
export { fillConversations } from './conversation/upkeep.sql.ts';
export { indexConversations } from './search/index-conversations.ts';
export { savedReplyRoutes } from './saved-replies/saved-replies.routes.ts';
export { firstName } from './team/actor.ts';
export { conversationPorts } from './thread-ports.ts';
export { getPublicConversation } from './visitor/public-conversation.ts';
