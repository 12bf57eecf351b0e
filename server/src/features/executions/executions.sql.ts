import type { Page } from '../../platform/http/route.ts';
import type { ExecutionListQuery, PageQuery, Execution, ListedExecution, NodeRun } from '@portico/shared-types';
import { type Fragment, json, type Sql, type Transaction } from '../../platform/database.ts';
import type { Decision } from './runner/state/records.ts';
import { ascending, type List, selectAfter, selectPage } from '../../platform/select-page.ts';

/**
 * Copies the settled nodes of an execution to the one that continues it. A node that calls a workflow and has to run
 * again keeps its version, because completed nodes below it belong to that version. It is stored as attempt 0, which is
 * not shown.
 */
export async function copySettledRuns(tx: Transaction, from: string, to: string): Promise<void> {
  await tx`
    INSERT INTO node_runs (execution_id, path, attempt, node_type, status, inputs, outputs, outputs_length, branch, error,
      handled, called_version, started_at, completed_at, duration_ms)
    SELECT ${to}, path, attempt, node_type, status, inputs, outputs, outputs_length, branch, error, handled,
      called_version, started_at, completed_at, duration_ms
    FROM node_runs
    WHERE execution_id = ${from} AND (status IN ('completed', 'skipped') OR status = 'failed' AND handled)
    ORDER BY place`;
  await tx`
    INSERT INTO node_runs (execution_id, path, attempt, node_type, status, called_version)
    SELECT DISTINCT ON (path) ${to}::text, path, 0, node_type, 'cancelled', called_version
    FROM node_runs AS old
    WHERE execution_id = ${from} AND called_version IS NOT NULL
      AND NOT EXISTS (SELECT FROM node_runs WHERE execution_id = ${to} AND path = old.path)
    ORDER BY path, attempt DESC`;
}

// An execution may take weeks: more milliseconds than an int can represent.
const duration = `round(EXTRACT(EPOCH FROM coalesce(completed_at, cancelled_at) - started_at) * 1000)::float8`;

export async function findExecution(sql: Sql, workspaceId: string, id: string): Promise<Execution | undefined> {
  const [row] = await sql<Execution[]>`
    SELECT id, workflow_id, workflow_name, workflow_version, trigger_id, retry_of, status, inputs, outputs, error,
      created_at, started_at, completed_at, cancelled_at, ${sql.unsafe(duration)} AS duration_ms
    FROM executions WHERE workspace_id = ${workspaceId} AND id = ${id}`;
  return row;
}

/** What is known of an execution without reading its inputs and outputs, which can be megabytes. */
export type ExecutionHead = Pick<Execution, 'id' | 'workflow_id' | 'status'>;

export async function findExecutionHead(sql: Sql, workspaceId: string, id: string): Promise<ExecutionHead | undefined> {
  const [row] = await sql<ExecutionHead[]>`
    SELECT id, workflow_id, status FROM executions WHERE workspace_id = ${workspaceId} AND id = ${id}`;
  return row;
}

/** An execution of any workspace; only for the operator's commands, which have no workspace. */
export async function findAnyExecution(sql: Sql, id: string): Promise<Execution | undefined> {
  const [row] = await sql<{ workspace_id: string }[]>`SELECT workspace_id FROM executions WHERE id = ${id}`;
  return row && findExecution(sql, row.workspace_id, id);
}

/** Lists executions; the inputs and outputs that are large, or too many for one page, are null. */
export async function listExecutions(
  sql: Sql,
  workspaceId: string,
  query: ExecutionListQuery,
): Promise<Page<ListedExecution>> {
  const inputs = lengthOf(sql, sql`inputs`, sql`inputs_length`);
  const outputs = lengthOf(sql, sql`outputs`, sql`outputs_length`);
  const listed = (length: Fragment) => sql`CASE WHEN ${length} <= ${maxListed} THEN ${length} ELSE 0 END`;
  const fits = sql`sum(${listed(inputs)} + ${listed(outputs)}) OVER (ORDER BY id DESC) <= ${maxPage}`;
  return selectPage<ListedExecution>(sql, query, {
    ...matching(sql, workspaceId, query, {
      inputs: sql`CASE WHEN ${inputs} <= ${maxListed} AND ${fits} THEN inputs END`,
      outputs: sql`CASE WHEN ${outputs} <= ${maxListed} AND ${fits} THEN outputs END`,
    }),
    key: sql`id`,
  });
}

/** Maximum characters of the JSON of an execution's inputs, or outputs, in a list, as of a node's outputs in an event. */
const maxListed = 262_144;
/** Maximum characters of the JSON of all the values of a page; a server with the embedded database waits for them. */
const maxPage = 8 * 1024 * 1024;

/** The characters of a value's JSON. An older version has not stored them: few values are compressed more. */
function lengthOf(sql: Sql, value: Fragment, length: Fragment): Fragment {
  return sql`coalesce(${length}, pg_column_size(${value}) * 16, 0)`;
}

type Filters = Omit<ExecutionListQuery, 'page' | 'per_page'>;

/** The next executions after `lastId`, newest first. */
export async function listExecutionsAfter(
  sql: Sql,
  workspaceId: string,
  query: Filters,
  lastId: string | undefined,
  limit: number,
): Promise<Execution[]> {
  return selectAfter<Execution>(sql, query, matching(sql, workspaceId, query), lastId, limit);
}

function matching(
  sql: Sql,
  workspaceId: string,
  query: Filters,
  values = { inputs: sql`inputs`, outputs: sql`outputs` },
): List {
  const { workflow_id: workflowId, trigger_id: triggerId, status, awaiting_approval: isAwaited } = query;
  const { failed_since: since } = query;
  const toDecide = sql`(SELECT execution_id FROM node_runs WHERE node_type = 'approval' AND status = 'waiting')`;
  return {
    columns: sql`id, workflow_id, workflow_name, workflow_version, trigger_id, retry_of, status,
      ${values.inputs} AS inputs, ${values.outputs} AS outputs, error, created_at, started_at, completed_at, cancelled_at,
      ${sql.unsafe(duration)} AS duration_ms`,
    from: sql`executions WHERE workspace_id = ${workspaceId}
      ${workflowId === undefined ? sql`` : sql`AND workflow_id = ${workflowId}`}
      ${triggerId === undefined ? sql`` : sql`AND trigger_id = ${triggerId}`}
      ${status === undefined ? sql`` : sql`AND status = ${status}`}
      ${since === undefined ? sql`` : sql`AND status = 'failed' AND completed_at >= ${since}::timestamptz`}
      ${isAwaited === true ? sql`AND status IN ('running', 'waiting') AND id IN ${toDecide}` : sql``}
      ${isAwaited === false ? sql`AND (status NOT IN ('running', 'waiting') OR id NOT IN ${toDecide})` : sql``}`,
    size: sql`coalesce(pg_column_size(inputs), 0) + coalesce(pg_column_size(outputs), 0)`,
  };
}

/**
 * Returns a page of the attempts of an execution's nodes, oldest first; `from` and `to` refer to the start time. Outputs
 * after the first are null if they are too many for one page.
 */
export async function listNodeRuns(sql: Sql, id: string, query: PageQuery): Promise<Page<NodeRun>> {
  const length = lengthOf(sql, sql`outputs`, sql`outputs_length`);
  const total = sql`sum(${length}) OVER (ORDER BY place)`;
  return selectPage<NodeRun>(sql, query, {
    columns: sql`path AS node_id, node_type, status, attempt, inputs,
      CASE WHEN ${total} <= ${maxPage} OR ${total} = ${length} THEN outputs END AS outputs, error, started_at,
      completed_at, duration_ms::float8 AS duration_ms`,
    key: sql`place`,
    from: sql`node_runs WHERE execution_id = ${id} AND attempt > 0`,
    createdAt: sql`started_at`,
    order: [ascending(sql`place`)],
  });
}

/** Ends an execution that hasn't ended, and takes it from its worker; undefined if it can't be cancelled. */
export async function markCancelled(
  tx: Transaction,
  workspaceId: string,
  id: string,
): Promise<{ workflow_id: string; cancelled_at: string } | undefined> {
  const [row] = await tx<{ workflow_id: string; cancelled_at: string }[]>`
    WITH ended AS (
      UPDATE executions SET status = 'cancelled', cancelled_at = now(), held = false, due_at = NULL, woken = false,
        lease_token = lease_token + 1
      WHERE workspace_id = ${workspaceId} AND id = ${id} AND status IN ('pending', 'running', 'waiting')
      RETURNING id, workflow_id, cancelled_at
    ), stopped AS (
      UPDATE node_runs SET status = 'cancelled', completed_at = now(),
        duration_ms = round(EXTRACT(EPOCH FROM now() - started_at) * 1000)
      FROM ended WHERE execution_id = ended.id AND node_runs.status IN ('running', 'waiting')
    )
    SELECT workflow_id, cancelled_at FROM ended`;
  return row;
}

/**
 * Locks an execution until the transaction ends. Every change of an execution and its nodes' runs locks the execution
 * first; another order could deadlock. The next statement also sees the worker's last write; a statement that waits for
 * the row itself would not.
 */
export async function lockExecution(tx: Transaction, workspaceId: string, id: string): Promise<void> {
  await tx`SELECT FROM executions WHERE workspace_id = ${workspaceId} AND id = ${id} FOR NO KEY UPDATE`;
}

/** Makes an execution due now, or notifies the worker that holds it. */
export async function wakeExecution(sql: Sql, id: string): Promise<void> {
  await sql`
    UPDATE executions SET woken = held, due_at = CASE WHEN held THEN due_at ELSE now() END
    WHERE id = ${id} AND status IN ('running', 'waiting')`;
}

/** Stores the first decision on a waiting approval; false if it doesn't wait, is decided or has expired. */
export async function decideApproval(
  tx: Transaction,
  workspaceId: string,
  id: string,
  path: string,
  decision: Decision,
): Promise<boolean> {
  const rows = await tx`
    UPDATE node_runs SET decision = ${json(decision)}
    FROM executions
    WHERE executions.workspace_id = ${workspaceId} AND executions.id = ${id} AND execution_id = ${id}
      AND path = ${path} AND node_type = 'approval' AND node_runs.status = 'waiting' AND decision IS NULL
      AND (wait_until IS NULL OR wait_until > clock_timestamp())
    RETURNING 1`;
  return rows.length > 0;
}

/** The newest attempt of an approval; `decided` if there is a decision. */
export async function findApproval(
  sql: Sql,
  id: string,
  path: string,
): Promise<{ status: string; decided: boolean } | undefined> {
  const [row] = await sql<{ status: string; decided: boolean }[]>`
    SELECT status, decision IS NOT NULL AND decision->>'decision' <> 'expired' AS decided FROM node_runs
    WHERE execution_id = ${id} AND path = ${path} AND node_type = 'approval' ORDER BY attempt DESC LIMIT 1`;
  return row;
}
