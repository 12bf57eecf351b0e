import type { Feature } from '../../platform/feature.ts';
import { bindRoutes } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Agents, AgentsPlatform } from './agent-ports.ts';
import { agentRoutes } from './agents.routes.ts';
import { modelRoutes } from './models.routes.ts';

export function createAgents(platform: Platform, agents: Agents): Feature & Agents {
  const extended: AgentsPlatform = { ...platform, agents };
  return { name: 'agents', ...agents, routes: bindRoutes(extended, [...agentRoutes, ...modelRoutes]) };
}
