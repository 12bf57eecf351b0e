import { json, type Sql } from '../../../platform/database.ts';
import { workspacesInTurn } from '../../../platform/leases/workspaces-in-turn.sql.ts';
import { approvalColumns, type ApprovalRow } from './tasks.sql.ts';

export interface NewApproval {
  id: string;
  workspaceId: string;
  instanceId: string;
  step: number;
  /** The call in question; undefined for a step. */
  call?: { turn: number; place: number } | undefined;
  title: string;
  arguments: Record<string, unknown>;
  /** The JSON Schema of a call's arguments, if it is known. */
  parameters?: unknown;
  expiryHours: number;
}

/** Requests an approval; undefined if the same one was already requested. */
export async function insertApproval(sql: Sql, approval: NewApproval): Promise<ApprovalRow | undefined> {
  const { call } = approval;
  const [row] = await sql<ApprovalRow[]>`
    INSERT INTO persona_approvals (id, workspace_id, instance_id, step, turn, place, kind, title, arguments,
      parameters, expires_at)
    VALUES (${approval.id}, ${approval.workspaceId}, ${approval.instanceId}, ${approval.step}, ${call?.turn ?? null},
      ${call?.place ?? null}, ${call === undefined ? 'step' : 'action'}, ${approval.title},
      ${json(approval.arguments)}, ${approval.parameters === undefined ? null : json(approval.parameters)},
      now() + ${approval.expiryHours} * interval '1 hour')
    ON CONFLICT DO NOTHING RETURNING ${approvalColumns(sql)}`;
  return row;
}

export async function findApproval(sql: Sql, instanceId: string, id: string): Promise<ApprovalRow | undefined> {
  const [row] = await sql<ApprovalRow[]>`
    SELECT ${approvalColumns(sql)} FROM persona_approvals WHERE instance_id = ${instanceId} AND id = ${id}`;
  return row;
}

/** The kind of a task's pending approval, and the JSON Schema of its arguments, which may be large. */
export async function findParameters(
  sql: Sql,
  workspaceId: string,
  instanceId: string,
  id: string,
): Promise<{ kind: ApprovalRow['kind']; parameters: unknown } | undefined> {
  const [row] = await sql<{ kind: ApprovalRow['kind']; parameters: unknown }[]>`
    SELECT kind, parameters FROM persona_approvals
    WHERE workspace_id = ${workspaceId} AND instance_id = ${instanceId} AND id = ${id} AND status = 'pending'`;
  return row;
}

/** The approvals of a step and its calls. */
export async function findApprovalsOfStep(sql: Sql, instanceId: string, step: number): Promise<ApprovalRow[]> {
  return sql<ApprovalRow[]>`
    SELECT ${approvalColumns(sql)} FROM persona_approvals
    WHERE instance_id = ${instanceId} AND step = ${step} ORDER BY id`;
}

/** Stores a decision on a pending approval; undefined if it is not pending or has expired. */
export async function decideApproval(
  sql: Sql,
  id: string,
  decision: {
    status: 'approved' | 'rejected';
    edited: Record<string, unknown> | null;
    comment: string | null;
    decidedBy: string;
  },
): Promise<ApprovalRow | undefined> {
  const [row] = await sql<ApprovalRow[]>`
    UPDATE persona_approvals SET status = ${decision.status}, comment = ${decision.comment},
      edited_arguments = ${decision.edited === null ? null : json(decision.edited)},
      decided_by = ${decision.decidedBy}, decided_at = now()
    WHERE id = ${id} AND status = 'pending' AND expires_at > now() RETURNING ${approvalColumns(sql)}`;
  return row;
}

/** An approval whose timeout has passed. */
export type ExpiredApproval = Pick<ApprovalRow, 'id' | 'instance_id' | 'workspace_id'>;

export async function findExpiredApprovals(
  sql: Sql,
  limit: number,
  except: readonly string[],
): Promise<ExpiredApproval[]> {
  return sql<ExpiredApproval[]>`
    SELECT id, instance_id, workspace_id FROM persona_approvals
    WHERE status = 'pending' AND expires_at <= now() AND id <> ALL(${[...except]}::text[])
    ORDER BY ${workspacesInTurn(sql, 'expires_at')} LIMIT ${limit}`;
}

export async function expireApproval(sql: Sql, id: string): Promise<ApprovalRow | undefined> {
  const [row] = await sql<ApprovalRow[]>`
    UPDATE persona_approvals SET status = 'expired', decided_at = now()
    WHERE id = ${id} AND status = 'pending' AND expires_at <= now() RETURNING ${approvalColumns(sql)}`;
  return row;
}

/** Makes a task that waits for a person due again; a running one finds the decision by itself. */
export async function wakeTask(sql: Sql, instanceId: string): Promise<boolean> {
  const rows = await sql`
    UPDATE persona_instances SET due_at = now()
    WHERE id = ${instanceId} AND status = 'awaiting_approval' RETURNING id`;
  return rows.length > 0;
}
