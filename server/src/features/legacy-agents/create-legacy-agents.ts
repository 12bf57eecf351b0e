import type { Feature } from '../../platform/feature.ts';
import { bindRoutes } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Agents } from '../agents/index.ts';
import type { Threads, ThreadsPlatform } from '../threads/index.ts';
import { legacyAgentRoutes } from './legacy-agents.routes.ts';

export function createLegacyAgents(
  platform: Platform,
  ports: { readonly agents: Agents; readonly threads: Threads },
): Feature {
  const extended: ThreadsPlatform = { ...platform, ...ports };
  return {
    name: 'legacy-agents',
    routes: bindRoutes(extended, legacyAgentRoutes),
  };
}
