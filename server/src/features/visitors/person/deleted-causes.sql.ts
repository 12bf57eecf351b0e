import type { Sql } from '../../../platform/database.ts';
import type { PersonalVisitor, Traits } from './person.sql.ts';

/** What a person is found by among the submissions and visits that were deleted (0919_deleted_causes.sql). */
function toDigests(sql: Sql, workspaceId: string, traits: Traits, visitors: readonly PersonalVisitor[]) {
  const named = [
    ...traits.userIds.map((value) => ['user_id', value] as const),
    ...traits.visitorIds.map((value) => ['visitor_id', value] as const),
    ...traits.emails.map((value) => ['email', value] as const),
    ...(traits.emailsOfUsers ? traits.emails.map((value) => ['email of user', value] as const) : []),
    ...visitors.map(({ id }) => ['visitor', id] as const),
  ];
  return sql`
    SELECT trait_digest(${workspaceId}, kind, value) FROM
      unnest(${named.map(([kind]) => kind)}::text[], ${named.map(([, value]) => value)}::text[]) AS named (kind, value)`;
}

/** The deleted submissions and threads of a person, of which executions or deliveries may still exist. */
export async function listDeletedCauses(
  sql: Sql,
  workspaceId: string,
  traits: Traits,
  visitors: readonly PersonalVisitor[],
): Promise<string[]> {
  const rows = await sql<{ cause_id: string }[]>`
    SELECT DISTINCT cause_id FROM deleted_causes
    WHERE workspace_id = ${workspaceId} AND trait IN (${toDigests(sql, workspaceId, traits, visitors)})
    ORDER BY cause_id`;
  return rows.map(({ cause_id: id }) => id);
}

/** Deletes what was kept of a person's deleted submissions and threads. */
export async function forgetCauses(sql: Sql, workspaceId: string, ids: readonly string[]): Promise<void> {
  await sql`DELETE FROM deleted_causes WHERE workspace_id = ${workspaceId} AND cause_id = ANY(${[...ids]})`;
}

/** The place of a deleted submission or thread in the order in which all of them are read. */
export interface CausePlace {
  readonly workspace_id: string;
  readonly cause_id: string;
}

/** The next deleted submissions and threads of all workspaces. */
export async function listCausesAfter(sql: Sql, after: CausePlace | undefined, limit: number): Promise<CausePlace[]> {
  const { workspace_id: workspaceId, cause_id: causeId } = after ?? { workspace_id: '', cause_id: '' };
  return sql<CausePlace[]>`
    SELECT DISTINCT workspace_id, cause_id FROM deleted_causes
    WHERE (workspace_id, cause_id) > (${workspaceId}, ${causeId}) ORDER BY workspace_id, cause_id LIMIT ${limit}`;
}

/** Deletes what was kept of these if nothing else can exist of them. */
export async function forgetUnusedCauses(sql: Sql, causes: readonly CausePlace[]): Promise<void> {
  await sql`
    DELETE FROM deleted_causes AS cause
    USING unnest(${causes.map((cause) => cause.workspace_id)}::text[], ${causes.map((cause) => cause.cause_id)}::text[])
      AS given (workspace_id, cause_id)
    WHERE cause.workspace_id = given.workspace_id AND cause.cause_id = given.cause_id
      AND NOT outlives_cause(cause.workspace_id, cause.cause_id, cause.deleted_at)`;
}
