import type { Page } from '../../../platform/http/route.ts';
import type { FormInterfaceListQuery, FormInterfaceCreate, FormLimits } from '@portico/shared-types';
import { json, type Sql, type Transaction } from '../../../platform/database.ts';
import { alphabetically, selectPage, sortableByNameOrTime } from '../../../platform/select-page.ts';

/** Fields that no query filters by; they are stored together. */
export type FormSettings = Omit<
  FormInterfaceCreate,
  'name' | 'title' | 'slug' | 'status' | 'target_type' | 'workflow_id' | 'agent_id' | 'limits' | 'limit_message'
> & {
  name: string;
  title: string;
  // An older version stored neither a text nor a cap on credits.
  limits: Omit<FormLimits, 'daily_credits'> & Partial<FormLimits>;
  limit_message?: string | null;
};

export interface FormInterfaceRow {
  id: string;
  workspace_id: string;
  slug: string;
  status: 'active' | 'paused';
  target_type: 'workflow' | 'agent';
  workflow_id: string | null;
  agent_id: string | null;
  settings: FormSettings;
  created_at: string;
  updated_at: string;
}

export type NewFormInterface = Omit<FormInterfaceRow, 'created_at' | 'updated_at'>;

const columns = (sql: Sql) => sql`id, workspace_id, slug, status, target_type, workflow_id, agent_id, settings,
  created_at, updated_at`;

/** True if it was stored; false if the slug is taken. */
export async function insertFormInterface(sql: Sql, row: NewFormInterface): Promise<boolean> {
  const [stored] = await sql`
    INSERT INTO form_interfaces (id, workspace_id, slug, status, target_type, workflow_id, agent_id, settings)
    VALUES (${row.id}, ${row.workspace_id}, ${row.slug}, ${row.status}, ${row.target_type}, ${row.workflow_id},
      ${row.agent_id}, ${json(row.settings)})
    ON CONFLICT (slug) DO NOTHING RETURNING 1`;
  return stored !== undefined;
}

export async function updateFormInterface(sql: Sql, row: NewFormInterface): Promise<void> {
  await sql`
    UPDATE form_interfaces SET slug = ${row.slug}, status = ${row.status}, target_type = ${row.target_type},
      workflow_id = ${row.workflow_id}, agent_id = ${row.agent_id}, settings = ${json(row.settings)}, updated_at = now()
    WHERE workspace_id = ${row.workspace_id} AND id = ${row.id}`;
}

export async function findFormInterface(
  sql: Sql,
  workspaceId: string,
  id: string,
): Promise<FormInterfaceRow | undefined> {
  const [row] = await sql<FormInterfaceRow[]>`
    SELECT ${columns(sql)} FROM form_interfaces
    WHERE workspace_id = ${workspaceId} AND id = ${id} AND deleted_at IS NULL`;
  return row;
}

/** The same, locked against changes until the transaction ends. */
export async function lockFormInterface(
  tx: Transaction,
  workspaceId: string,
  id: string,
): Promise<FormInterfaceRow | undefined> {
  const [row] = await tx<FormInterfaceRow[]>`
    SELECT ${columns(tx)} FROM form_interfaces
    WHERE workspace_id = ${workspaceId} AND id = ${id} AND deleted_at IS NULL FOR NO KEY UPDATE`;
  return row;
}

/** By its public address, which needs no workspace. */
export async function findFormInterfaceBySlug(sql: Sql, slug: string): Promise<FormInterfaceRow | undefined> {
  const [row] = await sql<FormInterfaceRow[]>`
    SELECT ${columns(sql)} FROM form_interfaces WHERE slug = ${slug} AND status = 'active' AND deleted_at IS NULL`;
  return row;
}

export async function listFormInterfaces(
  sql: Sql,
  workspaceId: string,
  query: FormInterfaceListQuery,
): Promise<Page<FormInterfaceRow>> {
  return selectPage<FormInterfaceRow>(sql, query, {
    columns: columns(sql),
    from: sql`form_interfaces WHERE workspace_id = ${workspaceId} AND deleted_at IS NULL`,
    sortable: {
      ...sortableByNameOrTime(sql, sql`settings ->> 'name'`),
      title: alphabetically(sql, sql`settings ->> 'title'`),
    },
    named: [sql`slug`, sql`settings ->> 'name'`, sql`settings ->> 'title'`, sql`settings ->> 'description'`],
  });
}

/** Number of submissions of each interface, by its id. */
export async function countSubmissions(sql: Sql, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await sql<{ interface_id: string; submissions: number }[]>`
    SELECT interface_id, count(*)::int AS submissions FROM form_submissions
    WHERE interface_id = ANY(${[...ids]}) AND NOT preview GROUP BY interface_id`;
  return new Map(rows.map(({ interface_id: id, submissions }) => [id, submissions]));
}

/** Titles of the forms of an agent or a workflow, for an error when that is deleted. */
export async function findFormsOfTarget(
  sql: Sql,
  workspaceId: string,
  targetId: string,
): Promise<{ id: string; title: string }[]> {
  return sql<{ id: string; title: string }[]>`
    SELECT id, settings->>'title' AS title FROM form_interfaces
    WHERE workspace_id = ${workspaceId} AND (agent_id = ${targetId} OR workflow_id = ${targetId}) ORDER BY id`;
}
