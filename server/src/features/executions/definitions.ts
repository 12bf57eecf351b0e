import { WorkflowDefinition, type InputSchema } from '@portico/shared-types';
import type { Platform } from '../../platform/platform.ts';
import { findVersion } from './workflow-lookup.sql.ts';

interface Version {
  definition: WorkflowDefinition;
  input_schema: InputSchema;
}

const most = 500;
const caches = new WeakMap<Platform, Map<string, Version>>();

/** A saved version of a workflow; versions never change, so the last used ones are kept in memory. */
export async function loadVersion(
  platform: Platform,
  workflowId: string,
  version: number,
): Promise<Version | undefined> {
  const cache = caches.get(platform) ?? new Map<string, Version>();
  caches.set(platform, cache);
  const key = `${workflowId}@${version}`;
  const known = cache.get(key);
  if (known) {
    cache.delete(key);
    cache.set(key, known);
    return known;
  }
  const row = await findVersion(platform.database.sql, workflowId, version);
  if (!row) return undefined;
  const loaded = { definition: WorkflowDefinition.parse(row.definition), input_schema: row.input_schema };
  if (cache.size >= most) cache.delete(cache.keys().next().value ?? '');
  cache.set(key, loaded);
  return loaded;
}
