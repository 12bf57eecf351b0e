import type { Feature } from '../../platform/feature.ts';
import { bindRoutes } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Agents } from '../agents/index.ts';
import type { Executions } from '../executions/index.ts';
import type { Threads } from '../threads/index.ts';
import { sweepErasures } from './erase/erase-person.ts';
import { sweepCauses } from './person/sweep-causes.ts';
import type { VisitorsPlatform } from './visitors-platform.ts';
import { visitorRoutes } from './visitors.routes.ts';

interface VisitorPorts {
  readonly agents: Agents;
  readonly executions: Executions;
  readonly threads: Threads;
}

export function createVisitors(platform: Platform, ports: VisitorPorts): Feature {
  const extended: VisitorsPlatform = { ...platform, ...ports };
  return {
    name: 'visitors',
    routes: bindRoutes(extended, visitorRoutes),
    sweeps: [
      { name: 'visitor-erasures', everyMs: 60_000, run: async () => sweepErasures(extended) },
      { name: 'deleted-causes', everyMs: 3_600_000, run: async () => sweepCauses(platform) },
    ],
  };
}
