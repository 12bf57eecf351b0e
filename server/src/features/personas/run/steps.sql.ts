import type { Sql } from '../../../platform/database.ts';
import type { StepRow } from '../tasks/tasks.sql.ts';

/** Starts a step; an approval may have changed its text. */
export async function startStepRow(sql: Sql, instanceId: string, index: number, title: string): Promise<void> {
  await sql`
    UPDATE persona_steps SET status = 'running', title = ${title}, started_at = now()
    WHERE instance_id = ${instanceId} AND index = ${index} AND status = 'pending'`;
}

/** The result of a running step so far. */
export async function saveOutput(sql: Sql, instanceId: string, index: number, output: string): Promise<void> {
  await sql`
    UPDATE persona_steps SET output = ${output}
    WHERE instance_id = ${instanceId} AND index = ${index} AND status = 'running'`;
}

export async function endStepRow(
  sql: Sql,
  instanceId: string,
  index: number,
  end: { status: 'completed' | 'skipped'; output: string },
): Promise<void> {
  await sql`
    UPDATE persona_steps SET status = ${end.status}, output = ${end.output},
      started_at = coalesce(started_at, now()), completed_at = now()
    WHERE instance_id = ${instanceId} AND index = ${index} AND status IN ('pending', 'running')`;
}

/** The step with this index among a task's steps. */
export function stepOf(steps: readonly StepRow[], index: number): StepRow {
  const step = steps[index];
  if (step === undefined) throw new Error(`the task has no step ${index}`);
  return step;
}
