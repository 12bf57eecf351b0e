import type { Page } from '../../platform/http/route.ts';
import type { SortedListQuery, Workflow, WorkflowStatus, WorkflowSummary } from '@portico/shared-types';
import type { Actor } from '../../platform/actor.ts';
import { json, type Sql, type Transaction } from '../../platform/database.ts';
import { selectPage, sortableByNameOrTime } from '../../platform/select-page.ts';

export interface WorkflowFields {
  name: string;
  slug?: string | null | undefined;
  description: string;
  status: WorkflowStatus;
  input_schema: unknown;
  definition: unknown;
  max_duration_s: number;
}

export async function insertWorkflow(
  tx: Transaction,
  workspaceId: string,
  id: string,
  fields: WorkflowFields,
  actor: Actor,
): Promise<void> {
  await tx`
    INSERT INTO workflows (id, workspace_id, name, slug, description, status, input_schema, max_duration_s, version)
    VALUES (${id}, ${workspaceId}, ${fields.name}, ${fields.slug ?? null}, ${fields.description}, ${fields.status},
      ${json(fields.input_schema)}, ${fields.max_duration_s}, 1)`;
  await insertVersion(tx, id, 1, fields, actor);
}

/** Adds a version created by `actor`. */
export async function insertVersion(
  tx: Transaction,
  id: string,
  version: number,
  fields: Pick<WorkflowFields, 'definition' | 'input_schema'>,
  { type, id: actorId, name }: Actor,
): Promise<void> {
  await tx`
    INSERT INTO workflow_versions (workflow_id, version, definition, input_schema, actor)
    VALUES (${id}, ${version}, ${json(fields.definition)}, ${json(fields.input_schema)},
      ${json({ type, id: actorId, name })})`;
}

/** Changes a workflow that has not changed since it was read; false if it has. */
export async function updateWorkflow(
  tx: Transaction,
  workspaceId: string,
  before: Workflow,
  version: number,
  fields: WorkflowFields,
): Promise<boolean> {
  const rows = await tx`
    UPDATE workflows SET name = ${fields.name}, slug = ${fields.slug ?? null}, description = ${fields.description}, status = ${fields.status},
      input_schema = ${json(fields.input_schema)}, max_duration_s = ${fields.max_duration_s}, version = ${version},
      updated_at = now()
    WHERE workspace_id = ${workspaceId} AND id = ${before.id} AND version = ${before.version} AND name = ${before.name}
      AND slug IS NOT DISTINCT FROM ${before.slug}
      AND description = ${before.description} AND status = ${before.status}
      AND max_duration_s = ${before.max_duration_s} AND deleted_at IS NULL
    RETURNING 1`;
  return rows.length > 0;
}

export async function findWorkflow(sql: Sql, workspaceId: string, id: string): Promise<Workflow | undefined> {
  const [row] = await sql<Workflow[]>`
    SELECT id, name, slug, description, status, workflows.input_schema, max_duration_s, workflows.version, definition,
      workflows.created_at, updated_at
    FROM workflows JOIN workflow_versions ON workflow_id = id AND workflow_versions.version = workflows.version
    WHERE workspace_id = ${workspaceId} AND id = ${id} AND deleted_at IS NULL`;
  return row;
}

export async function listWorkflows(
  sql: Sql,
  workspaceId: string,
  query: SortedListQuery,
): Promise<Page<WorkflowSummary>> {
  return selectPage<WorkflowSummary>(sql, query, {
    columns: sql`id, name, slug, description, status, input_schema, max_duration_s, version, created_at, updated_at`,
    from: sql`workflows WHERE workspace_id = ${workspaceId} AND deleted_at IS NULL`,
    named: [sql`name`, sql`slug`, sql`description`],
    sortable: sortableByNameOrTime(sql),
  });
}

/** The workflows that can be executed, oldest first, up to 1,000. */
export async function listActiveWorkflows(sql: Sql, workspaceId: string): Promise<WorkflowSummary[]> {
  return sql<WorkflowSummary[]>`
    SELECT id, name, slug, description, status, input_schema, max_duration_s, version, created_at, updated_at
    FROM workflows WHERE workspace_id = ${workspaceId} AND deleted_at IS NULL AND status = 'active'
    ORDER BY id LIMIT 1000`;
}

/** Which of these workflows exist. */
export async function findExistingWorkflows(sql: Sql, workspaceId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    SELECT id FROM workflows WHERE workspace_id = ${workspaceId} AND id = ANY(${[...ids]}::text[]) AND deleted_at IS NULL`;
  return rows.map((row) => row.id);
}

/** Finds workflows whose newest definition refers to a resource in this field, like `workflow "Nightly" (wf_…)`. */
export function findWorkflowsNaming(field: 'agent_id' | 'knowledge_base_id' | 'workflow_id') {
  // `**` finds the nodes inside of loops, too.
  const path = `$.**.${field} ? (@ == $id)`;
  return async (sql: Sql, workspaceId: string, id: string): Promise<string[]> => {
    const rows = await sql<{ id: string; name: string }[]>`
      SELECT workflows.id, name FROM workflows JOIN workflow_versions AS newest
        ON newest.workflow_id = workflows.id AND newest.version = workflows.version
      WHERE workspace_id = ${workspaceId} AND deleted_at IS NULL AND workflows.id <> ${id}
        AND jsonb_path_exists(definition::jsonb, ${path}::jsonpath, ${json({ id })}::jsonb)
      ORDER BY workflows.id`;
    return rows.map((row) => `workflow "${row.name}" (${row.id})`);
  };
}

/** Waits for everything that is about to name the workflow, and prevents it until the transaction ends. */
export async function lockToDelete(tx: Transaction, workspaceId: string, id: string): Promise<void> {
  await tx`SELECT 1 FROM workflows WHERE workspace_id = ${workspaceId} AND id = ${id} FOR UPDATE`;
}

/** Hides a workflow permanently; its executions and their versions are kept. */
export async function markDeleted(tx: Transaction, workspaceId: string, id: string): Promise<boolean> {
  const rows = await tx`
    UPDATE workflows SET deleted_at = now()
    WHERE workspace_id = ${workspaceId} AND id = ${id} AND deleted_at IS NULL RETURNING 1`;
  return rows.length > 0;
}
