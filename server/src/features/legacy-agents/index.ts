export { createLegacyAgents } from './create-legacy-agents.ts';
export { legacyAgentRoutes } from './legacy-agents.routes.ts';
