export type { AgentPorts, Agents, AgentsPlatform } from './agent-ports.ts';
export { createAgents } from './create-agents.ts';
export { agentRoutes } from './agents.routes.ts';
export { modelRoutes } from './models.routes.ts';
export {
  changeAgent,
  createAgent,
  listAgentDefinitions,
  reportUnlistedModels,
  requireAgent,
} from './agents.service.ts';
export {
  type AgentRow,
  findAgent,
  findAgentByName,
  findAgentOfThread,
  findAgentsWithKnowledge,
  findAgentsWithWorkflow,
  findExistingAgents,
  listActiveAgents,
} from './agents.sql.ts';
export { checkToolReferences, checkTools, referencesOfTools } from './check-agent.ts';
export { toPassage } from './tools/open-knowledge-tool.ts';
export { noAnswerTool } from './tools/no-answer.ts';
export { findHandoverRequest, handoverTool } from './tools/request-handover.ts';
export { openToolbox, type Toolbox } from './tools/open-toolbox.ts';
export { maskTools, unmaskTools } from './tools/mask-tools.ts';
export { sealTools, unsealTools } from './tools/seal-tools.ts';
export { toExecutionId } from './tools/open-workflow-tool.ts';
export { ResultUnwanted, type ToolOutcome } from './tools/open-tool.ts';
export { fillPrompt } from './visitor-context.ts';
