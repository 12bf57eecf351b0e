import { WorkflowDefinition, type InputSchema } from '@portico/shared-types';
import type { Sql } from '../../platform/database.ts';
import { findVersion } from './workflow-lookup.sql.ts';

interface Version {
  definition: WorkflowDefinition;
  input_schema: InputSchema;
}

const maxCached = 500;

/** Saved versions of workflows; versions never change, so recently used ones are cached. */
export class VersionCache {
  readonly #sql: Sql;
  readonly #cache = new Map<string, Version>();

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Returns undefined for an unknown version. Throws for one that this server can't read. */
  async find(workflowId: string, version: number): Promise<Version | undefined> {
    const key = `${workflowId}@${version}`;
    const known = this.#cache.get(key);
    if (known) {
      this.#cache.delete(key);
      this.#cache.set(key, known);
      return known;
    }
    const row = await findVersion(this.#sql, workflowId, version);
    if (!row) return undefined;
    const loaded = { definition: WorkflowDefinition.parse(row.definition), input_schema: row.input_schema };
    if (this.#cache.size >= maxCached) this.#cache.delete(this.#cache.keys().next().value ?? '');
    this.#cache.set(key, loaded);
    return loaded;
  }
}
