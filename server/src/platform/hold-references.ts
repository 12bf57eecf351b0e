import type { Fragment, Transaction } from './database.ts';
import { type FieldFault, invalid } from './errors.ts';

/** A field, by its path, that names another resource. */
export interface NamedResource {
  readonly resource: 'agent' | 'knowledge base' | 'workflow';
  readonly id: string;
  readonly path: string;
}

const rows: Readonly<Record<NamedResource['resource'], (tx: Transaction) => Fragment>> = {
  agent: (tx) => tx`agents WHERE true`,
  'knowledge base': (tx) => tx`knowledge_bases WHERE deleted_at IS NULL`,
  workflow: (tx) => tx`workflows WHERE deleted_at IS NULL`,
};

/**
 * Prevents the deletion of resources until the transaction ends, which stores that they are in use; returns those that
 * don't exist. A deletion locks its row FOR UPDATE before it looks for users. A change doesn't, and isn't waited for, so
 * that two workflows that name each other can be changed at the same moment.
 */
export async function holdReferences<T extends Pick<NamedResource, 'resource' | 'id'>>(
  tx: Transaction,
  workspaceId: string,
  references: readonly T[],
): Promise<T[]> {
  const missing: T[] = [];
  for (const [resource, some] of Map.groupBy(references, (reference) => reference.resource)) {
    const ids = [...new Set(some.map(({ id }) => id))];
    const found = await tx<{ id: string }[]>`
      SELECT id FROM ${rows[resource](tx)} AND workspace_id = ${workspaceId} AND id = ANY(${ids}::text[])
      ORDER BY id FOR KEY SHARE`;
    const known = new Set(found.map(({ id }) => id));
    missing.push(...some.filter(({ id }) => !known.has(id)));
  }
  return missing;
}

/** The same; throws a 400 that lists those that don't exist. */
export async function requireReferences(
  tx: Transaction,
  workspaceId: string,
  references: readonly NamedResource[],
): Promise<void> {
  const missing = await holdReferences(tx, workspaceId, references);
  if (missing.length > 0) throw invalid(missing.map(describeMissing));
}

/** The fault of a field whose resource doesn't exist. */
export function describeMissing({ path, resource }: Pick<NamedResource, 'path' | 'resource'>): FieldFault {
  return {
    path,
    message: `is not ${resource === 'agent' ? 'an' : 'a'} ${resource} of this workspace`,
    code: 'not_found',
  };
}
