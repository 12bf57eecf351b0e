import type { Platform } from '../../platform/platform.ts';
import { findExistingAgents } from '../agents/index.ts';
import type { Reference } from '../executions/index.ts';
import { findFiles } from '../files/index.ts';
import { findExistingKnowledgeBases } from '../knowledge-bases/index.ts';
import { findExistingThreads } from '../threads/index.ts';
import { findExistingWorkflows } from './workflows.sql.ts';

/** Returns those of these ids that don't exist in the workspace. */
export async function findMissingReferences(
  platform: Platform,
  workspaceId: string,
  references: readonly Reference[],
): Promise<Reference[]> {
  const byResource = Map.groupBy(references, (reference) => reference.resource);
  const found = await Promise.all(
    [...byResource].map(async ([resource, some]) => {
      const ids = [...new Set(some.map((reference) => reference.id))];
      const existing = new Set(await finders[resource](platform, workspaceId, ids));
      return some.filter((reference) => !existing.has(reference.id));
    }),
  );
  return found.flat();
}

type Finder = (platform: Platform, workspaceId: string, ids: readonly string[]) => Promise<string[]>;

const finders: Readonly<Record<Reference['resource'], Finder>> = {
  workflow: async (platform, workspaceId, ids) => findExistingWorkflows(platform.database.sql, workspaceId, ids),
  agent: async (platform, workspaceId, ids) => findExistingAgents(platform.database.sql, workspaceId, ids),
  thread: async (platform, workspaceId, ids) => findExistingThreads(platform.database.sql, workspaceId, ids),
  file: async (platform, workspaceId, ids) =>
    (await findFiles(platform.database.sql, workspaceId, ids)).map(({ id }) => id),
  'knowledge base': async (platform, workspaceId, ids) =>
    findExistingKnowledgeBases(platform.database.sql, workspaceId, ids),
};
