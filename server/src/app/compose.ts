import { createAgents, findAgentsWithKnowledge, findAgentsWithWorkflow } from '../features/agents/index.ts';
import { createApiKeys } from '../features/api-keys/index.ts';
import { createAuditLog } from '../features/audit-log/index.ts';
import { createBrands } from '../features/brands/index.ts';
import {
  type ChatPlatform,
  createChatInterfaces,
  findChatInterfacesWithAgent,
} from '../features/chat-interfaces/index.ts';
import { conversationPorts, createConversations, releaseConversations } from '../features/conversations/index.ts';
import { createCredits } from '../features/credits/index.ts';
import {
  createExecutions,
  createExecutionWorker,
  type ExecutionsPlatform,
  type OutputMemory,
} from '../features/executions/index.ts';
import { createFiles } from '../features/files/index.ts';
import { createFormInterfaces, findFormsWithTarget } from '../features/form-interfaces/index.ts';
import { createInsights } from '../features/insights/index.ts';
import { createKnowledgeBases, type KnowledgePlatform } from '../features/knowledge-bases/index.ts';
import { createLegacyAgents } from '../features/legacy-agents/index.ts';
import { createMcp } from '../features/mcp/index.ts';
import { createOAuth, type OAuthPlatform } from '../features/oauth/index.ts';
import { createOpenAi } from '../features/openai/index.ts';
import { createPeople } from '../features/people/index.ts';
import {
  createPersonas,
  findPersonasNaming,
  findPersonasWithAgent,
  type PersonasPlatform,
} from '../features/personas/index.ts';
import { createPreviews } from '../features/previews/index.ts';
import { createRetention } from '../features/retention/index.ts';
import { createSources, rescheduleSources, sourcePorts } from '../features/sources/index.ts';
import { createThreads } from '../features/threads/index.ts';
import { createTriggers, findTriggersOfWorkflow } from '../features/triggers/index.ts';
import { createUiMessages } from '../features/ui-messages/index.ts';
import { createVisitors } from '../features/visitors/index.ts';
import { createWebhooks } from '../features/webhooks/index.ts';
import { createWorkflows, findWorkflowsNaming } from '../features/workflows/index.ts';
import type { Feature } from '../platform/feature.ts';
import type { Platform } from '../platform/platform.ts';
import { createReferences } from '../platform/references.ts';
import { createAgentPorts } from './agent-ports.ts';
import { createNodePorts } from './node-ports.ts';

/**
 * The platform and the state of every feature, for parts that belong to no single feature: pages, sockets, commands,
 * the demo.
 */
export interface AppPlatform
  extends ChatPlatform, ExecutionsPlatform, KnowledgePlatform, OAuthPlatform, PersonasPlatform {}

export interface App {
  readonly platform: AppPlatform;
  readonly features: readonly Feature[];
}

/**
 * Creates every feature after the features that it depends on. Agents call workflows and workflows call agents, so the
 * part that starts executions is created before agents and the part that runs them afterwards. Nothing is started here.
 */
export function compose(platform: Platform, outputMemory?: OutputMemory): App {
  // A resource that is in use can't be deleted (docs/reference/addresses.md#creating-changing-deleting).
  const references = createReferences({
    agent: [findFormsWithTarget, findChatInterfacesWithAgent, findWorkflowsNaming('agent_id'), findPersonasWithAgent],
    knowledge_base: [
      findAgentsWithKnowledge,
      findWorkflowsNaming('knowledge_base_id'),
      findPersonasNaming('knowledge_base_id'),
    ],
    workflow: [
      findFormsWithTarget,
      findAgentsWithWorkflow,
      findWorkflowsNaming('workflow_id'),
      findPersonasNaming('workflow_id'),
      findTriggersOfWorkflow,
    ],
  });
  const webhooks = createWebhooks(platform);
  const apiKeys = createApiKeys(platform);
  const oauth = createOAuth(platform);
  const knowledgeBases = createKnowledgeBases(platform, { references, sources: sourcePorts });
  const sources = createSources(platform, { knowledgeBases });
  const executions = createExecutions(platform, outputMemory);
  const agents = createAgents(platform, { references, ports: createAgentPorts({ ...platform, executions }) });
  const threads = createThreads(platform, { agents, follower: conversationPorts });
  const conversations = createConversations(platform, { agents, threads });
  const people = createPeople(platform, {
    apiKeys,
    rescheduleSources,
    releaseConversations: async (tx, workspaceId, memberId) =>
      releaseConversations({ ...platform, agents, threads }, tx, workspaceId, memberId),
  });
  const chatInterfaces = createChatInterfaces(platform, { agents, threads, conversations });
  const personas = createPersonas(platform, { agents, apiKeys, people });
  return {
    platform: {
      ...platform,
      agents,
      apiKeys,
      chatInterfaces,
      conversations,
      executions,
      knowledgeBases,
      oauth,
      people,
      personas,
      threads,
    },
    features: [
      agents,
      apiKeys,
      createAuditLog(platform),
      createBrands(platform),
      chatInterfaces,
      conversations,
      createCredits(platform),
      executions,
      createExecutionWorker({ ...platform, executions }, createNodePorts({ ...platform, agents, threads })),
      createFiles(platform),
      createFormInterfaces(platform, { agents, executions, threads }),
      createInsights(platform, { agents, threads }),
      knowledgeBases,
      createLegacyAgents(platform, { agents, threads }),
      createMcp(platform, { agents, threads }),
      oauth,
      createOpenAi(platform, { agents, threads }),
      people,
      personas,
      createPreviews(platform),
      createRetention(platform, { agents, threads }),
      sources,
      threads,
      createTriggers(platform, { executions }),
      createUiMessages(platform, { agents, threads }),
      createVisitors(platform, { agents, executions, threads }),
      webhooks,
      createWorkflows(platform, { agents, references }),
    ],
  };
}
