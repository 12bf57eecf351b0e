import type { Feature } from '../../platform/feature.ts';
import { bindRoutes } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { bindJob } from '../../platform/queue.ts';
import type { Agents } from '../agents/index.ts';
import type { ApiKeys } from '../api-keys/index.ts';
import type { People } from '../people/index.ts';
import { expireApprovals } from './tasks/approvals.service.ts';
import { instanceRoutes } from './tasks.routes.ts';
import { linkedRoutes } from './linked.routes.ts';
import { openPersonas, type Personas, type PersonasPlatform } from './personas-platform.ts';
import { personaRoutes } from './personas.routes.ts';
import { startPersonaWorker } from './run/tasks.worker.ts';
import { runInstance } from './tasks.jobs.ts';

interface PersonaPorts {
  readonly agents: Agents;
  readonly apiKeys: ApiKeys;
  readonly people: People;
}

export function createPersonas(platform: Platform, ports: PersonaPorts): Feature & Personas {
  const personas = openPersonas(platform);
  const extended: PersonasPlatform = { ...platform, ...ports, personas };
  return {
    name: 'personas',
    ...personas,
    routes: bindRoutes(extended, [...personaRoutes, ...instanceRoutes, ...linkedRoutes]),
    jobs: [bindJob(runInstance, async () => personas.worker.current?.wake())],
    sweeps: [{ name: 'personas.approvals', everyMs: 2000, run: async () => expireApprovals(extended) }],
    start: () => startPersonaWorker(extended),
  };
}
