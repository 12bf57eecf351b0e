import type { Feature } from '../../platform/feature.ts';
import { bindRoutes } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Agents } from '../agents/index.ts';
import type { Threads, ThreadsPlatform } from '../threads/index.ts';
import { openAiRoutes } from './openai.routes.ts';

export function createOpenAi(
  platform: Platform,
  ports: { readonly agents: Agents; readonly threads: Threads },
): Feature {
  const extended: ThreadsPlatform = { ...platform, ...ports };
  return {
    name: 'openai',
    routes: bindRoutes(extended, openAiRoutes),
  };
}
