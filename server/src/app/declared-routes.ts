import { agentRoutes, modelRoutes } from '../features/agents/index.ts';
import { apiKeyRoutes } from '../features/api-keys/index.ts';
import { auditLogRoutes } from '../features/audit-log/index.ts';
import { brandRoutes } from '../features/brands/index.ts';
import {
  chatInterfaceRoutes,
  publicChatRoutes,
  publicMessageRoutes,
  visitorActRoutes,
} from '../features/chat-interfaces/index.ts';
import { actRoutes, conversationRoutes, savedReplyRoutes, streamRoutes } from '../features/conversations/index.ts';
import { usageRoutes } from '../features/credits/index.ts';
import { executionRoutes } from '../features/executions/index.ts';
import { fileRoutes } from '../features/files/index.ts';
import { formInterfaceRoutes, publicFormRoutes } from '../features/form-interfaces/index.ts';
import { insightRoutes } from '../features/insights/index.ts';
import { documentRoutes, knowledgeBaseRoutes } from '../features/knowledge-bases/index.ts';
import { legacyAgentRoutes } from '../features/legacy-agents/index.ts';
import { mcpRoutes } from '../features/mcp/index.ts';
import { openAiRoutes } from '../features/openai/index.ts';
import { peopleRoutes } from '../features/people/index.ts';
import { instanceRoutes, linkedRoutes, personaRoutes } from '../features/personas/index.ts';
import { runRoutes, sourceRoutes } from '../features/sources/index.ts';
import { messageRoutes, threadRoutes } from '../features/threads/index.ts';
import { triggerRoutes } from '../features/triggers/index.ts';
import { uiMessageRoutes } from '../features/ui-messages/index.ts';
import { visitorRoutes } from '../features/visitors/index.ts';
import { deliveryRoutes, webhookRoutes } from '../features/webhooks/index.ts';
import { workflowRoutes } from '../features/workflows/index.ts';
import type { RouteDeclaration } from '../platform/http/route.ts';

/**
 * The route declarations of every feature, for code that runs without a server: the generated document and its checks.
 */
export const declaredRoutes: readonly RouteDeclaration[] = [
  ...agentRoutes,
  ...modelRoutes,
  ...apiKeyRoutes,
  ...auditLogRoutes,
  ...brandRoutes,
  ...chatInterfaceRoutes,
  ...publicChatRoutes,
  ...publicMessageRoutes,
  ...visitorActRoutes,
  ...conversationRoutes,
  ...streamRoutes,
  ...actRoutes,
  ...savedReplyRoutes,
  ...usageRoutes,
  ...executionRoutes,
  ...fileRoutes,
  ...formInterfaceRoutes,
  ...publicFormRoutes,
  ...insightRoutes,
  ...knowledgeBaseRoutes,
  ...documentRoutes,
  ...legacyAgentRoutes,
  ...mcpRoutes,
  ...openAiRoutes,
  ...peopleRoutes,
  ...personaRoutes,
  ...instanceRoutes,
  ...linkedRoutes,
  ...sourceRoutes,
  ...runRoutes,
  ...threadRoutes,
  ...messageRoutes,
  ...triggerRoutes,
  ...uiMessageRoutes,
  ...visitorRoutes,
  ...webhookRoutes,
  ...deliveryRoutes,
  ...workflowRoutes,
];
