import type { Feature } from '../../platform/feature.ts';
import { bindRoutes } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Agents } from '../agents/index.ts';
import type { Threads, ThreadsPlatform } from '../threads/index.ts';
import { mcpRoutes } from './mcp.routes.ts';

export function createMcp(platform: Platform, ports: { readonly agents: Agents; readonly threads: Threads }): Feature {
  const extended: ThreadsPlatform = { ...platform, ...ports };
  return {
    name: 'mcp',
    routes: bindRoutes(extended, mcpRoutes),
  };
}
