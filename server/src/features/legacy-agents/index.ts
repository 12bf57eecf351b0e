export { legacyAgentRoutes } from './legacy-agents.routes.ts';
