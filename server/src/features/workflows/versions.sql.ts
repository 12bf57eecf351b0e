import type { ActorReference, PageQuery, Workflow } from '@portico/shared-types';
import type { Sql } from '../../platform/database.ts';
import type { Page } from '../../platform/http/route.ts';
import { descending, selectPage } from '../../platform/select-page.ts';

export interface WorkflowVersionRow extends Pick<Workflow, 'version' | 'definition' | 'input_schema' | 'created_at'> {
  /** Null for versions saved by an older version of the server. */
  actor: ActorReference | null;
}

const columns = (sql: Sql) => sql`version, definition, input_schema, created_at, actor`;

/** A page of a workflow's versions, newest first. */
export async function listWorkflowVersions(
  sql: Sql,
  workflowId: string,
  query: PageQuery,
): Promise<Page<WorkflowVersionRow>> {
  return selectPage<WorkflowVersionRow>(sql, query, {
    columns: columns(sql),
    from: sql`workflow_versions WHERE workflow_id = ${workflowId}`,
    order: [descending(sql`version`)],
  });
}

export async function findWorkflowVersion(
  sql: Sql,
  workflowId: string,
  version: number,
): Promise<WorkflowVersionRow | undefined> {
  const [row] = await sql<WorkflowVersionRow[]>`
    SELECT ${columns(sql)} FROM workflow_versions WHERE workflow_id = ${workflowId} AND version = ${version}`;
  return row;
}
