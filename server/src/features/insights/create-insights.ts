import type { Feature } from '../../platform/feature.ts';
import { bindRoutes } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Agents } from '../agents/index.ts';
import type { Threads, ThreadsPlatform } from '../threads/index.ts';
import { groupQuestions } from './questions/group-questions.ts';
import { insightRoutes } from './insights.routes.ts';

export function createInsights(
  platform: Platform,
  ports: { readonly agents: Agents; readonly threads: Threads },
): Feature {
  const extended: ThreadsPlatform = { ...platform, ...ports };
  return {
    name: 'insights',
    routes: bindRoutes(extended, insightRoutes),
    sweeps: [{ name: 'insight-questions', everyMs: 2_000, run: async () => groupQuestions(extended) }],
  };
}
