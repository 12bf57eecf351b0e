import type { InputSchema, WorkflowStatus } from '@portico/shared-types';
import type { Sql } from '../../platform/database.ts';

/** The data of a workflow that an execution needs. */
export interface StartableWorkflow {
  id: string;
  name: string;
  status: WorkflowStatus;
  version: number;
  input_schema: InputSchema;
  max_duration_s: number;
}

export async function findStartableWorkflow(
  sql: Sql,
  workspaceId: string,
  id: string,
): Promise<StartableWorkflow | undefined> {
  const [row] = await sql<StartableWorkflow[]>`
    SELECT id, name, status, version, input_schema, max_duration_s
    FROM workflows WHERE workspace_id = ${workspaceId} AND id = ${id} AND deleted_at IS NULL`;
  return row;
}

/** A saved version of a workflow; it never changes, and outlives the workflow's deletion. */
export async function findVersion(
  sql: Sql,
  workflowId: string,
  version: number,
): Promise<{ definition: unknown; input_schema: InputSchema } | undefined> {
  const [row] = await sql<{ definition: unknown; input_schema: InputSchema }[]>`
    SELECT definition, input_schema FROM workflow_versions
    WHERE workflow_id = ${workflowId} AND version = ${version}`;
  return row;
}
