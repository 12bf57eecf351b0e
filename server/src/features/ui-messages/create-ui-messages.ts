import type { Feature } from '../../platform/feature.ts';
import { bindRoutes } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Agents } from '../agents/index.ts';
import type { Threads, ThreadsPlatform } from '../threads/index.ts';
import { uiMessageRoutes } from './ui-messages.routes.ts';

export function createUiMessages(
  platform: Platform,
  ports: { readonly agents: Agents; readonly threads: Threads },
): Feature {
  const extended: ThreadsPlatform = { ...platform, ...ports };
  return {
    name: 'ui-messages',
    routes: bindRoutes(extended, uiMessageRoutes),
  };
}
