import { AccessWatch } from '../../platform/access-watch.ts';
import { LocalWorker } from '../../platform/leases/local-worker.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AgentsPlatform } from '../agents/index.ts';
import type { PeoplePlatform } from '../people/index.ts';
import { findTasks, type TaskRow } from './tasks/tasks.sql.ts';
import type { TakenTask } from './run/run-task.ts';

/** In-memory state of personas and their tasks in this process. */
export interface Personas {
  readonly links: AccessWatch<TaskRow>;
  readonly worker: LocalWorker<TakenTask>;
}

/** The platform plus the dependencies of working on tasks. */
export interface PersonasPlatform extends AgentsPlatform, PeoplePlatform {
  readonly personas: Personas;
}

export function openPersonas({ database: { sql }, log, stopping }: Platform): Personas {
  return {
    links: new AccessWatch<TaskRow>({
      name: 'links to tasks',
      log,
      stopping,
      find: async (ids) => new Map((await findTasks(sql, ids)).map((row) => [row.id, row])),
    }),
    worker: new LocalWorker(),
  };
}
