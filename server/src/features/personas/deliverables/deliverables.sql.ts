import type { Page } from '../../../platform/http/route.ts';
import type { DeliverableListQuery, DeliverableType } from '@portico/shared-types';
import type { Sql } from '../../../platform/database.ts';
import { descending, selectPage } from '../../../platform/select-page.ts';

export interface DeliverableRow {
  id: string;
  instance_id: string;
  name: string;
  description: string;
  type: DeliverableType;
  version: number;
  file_id: string;
  created_at: string;
  file_name: string;
  file_size: number;
  storage_key: string;
}

export interface NewDeliverable {
  id: string;
  workspaceId: string;
  instanceId: string;
  name: string;
  description: string;
  type: DeliverableType;
  version: number;
  fileId: string;
  origin: string;
}

const columns = (sql: Sql) => sql`made.id, instance_id, name, description, type, version, file_id, made.created_at,
  file_name, file_size::float8 AS file_size, storage_key`;

export async function insertDeliverable(sql: Sql, deliverable: NewDeliverable): Promise<void> {
  await sql`
    INSERT INTO persona_deliverables (id, workspace_id, instance_id, name, description, type, version, file_id, origin)
    VALUES (${deliverable.id}, ${deliverable.workspaceId}, ${deliverable.instanceId}, ${deliverable.name},
      ${deliverable.description}, ${deliverable.type}, ${deliverable.version}, ${deliverable.fileId},
      ${deliverable.origin})`;
}

/** The version number of the next write of a deliverable. */
export async function nextVersion(sql: Sql, instanceId: string, name: string): Promise<number> {
  const [row] = await sql<{ next: number }[]>`
    SELECT coalesce(max(version), 0)::int + 1 AS next FROM persona_deliverables
    WHERE instance_id = ${instanceId} AND name = ${name}`;
  return row?.next ?? 1;
}

/** The deliverable that this call or composition has already written. */
export async function findByOrigin(sql: Sql, instanceId: string, origin: string): Promise<DeliverableRow | undefined> {
  const [row] = await sql<DeliverableRow[]>`
    SELECT ${columns(sql)} FROM persona_deliverables AS made JOIN files ON files.id = file_id
    WHERE instance_id = ${instanceId} AND origin = ${origin}`;
  return row;
}

export async function findDeliverable(sql: Sql, instanceId: string, id: string): Promise<DeliverableRow | undefined> {
  const [row] = await sql<DeliverableRow[]>`
    SELECT ${columns(sql)} FROM persona_deliverables AS made JOIN files ON files.id = file_id
    WHERE instance_id = ${instanceId} AND made.id = ${id}`;
  return row;
}

/** A page, newest first; without `all` only the newest version of each name. */
export async function listDeliverables(
  sql: Sql,
  instanceId: string,
  query: DeliverableListQuery,
): Promise<Page<DeliverableRow>> {
  return selectPage<DeliverableRow>(sql, query, {
    columns: columns(sql),
    from: sql`persona_deliverables AS made JOIN files ON files.id = file_id
      WHERE instance_id = ${instanceId} AND (${query.versions === 'all'} OR version = (
        SELECT max(version) FROM persona_deliverables AS other
        WHERE other.instance_id = ${instanceId} AND other.name = made.name))`,
    createdAt: sql`made.created_at`,
    order: [descending(sql`made.id`)],
  });
}

/** The newest version of a deliverable. */
export async function findNewest(sql: Sql, instanceId: string, name: string): Promise<DeliverableRow | undefined> {
  const [row] = await sql<DeliverableRow[]>`
    SELECT ${columns(sql)} FROM persona_deliverables AS made JOIN files ON files.id = file_id
    WHERE instance_id = ${instanceId} AND name = ${name} ORDER BY version DESC LIMIT 1`;
  return row;
}
