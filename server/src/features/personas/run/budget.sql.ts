import type { Sql } from '../../../platform/database.ts';
import type { LeaseKey } from '../../../platform/leases/lease.ts';
import type { Spent } from '../../../platform/models/spent.ts';

export interface Reservation {
  /** Identifies the call within its task. */
  readonly key: string;
  readonly step: number;
  /** The maximum cost of the call. */
  readonly credits: number;
}

/**
 * Reserves credits for a call of a held task, as long as the credits spent and reserved are below the cap. The row's
 * own update decides, so concurrent calls can't both take the last ones.
 */
export async function insertReservation(sql: Sql, held: LeaseKey, reservation: Reservation): Promise<boolean> {
  const rows = await sql`
    WITH task AS (
      UPDATE persona_instances SET reserved_credits = reserved_credits + ${reservation.credits}
      WHERE id = ${held.id} AND lease_token = ${held.lease_token} AND status = 'running'
        AND cost_credits + reserved_credits < max_cost_credits
      RETURNING id, lease_token
    )
    INSERT INTO persona_reservations (instance_id, key, lease_token, step, credits)
    SELECT id, ${reservation.key}, lease_token, ${reservation.step}, ${reservation.credits} FROM task
    RETURNING key`;
  return rows.length > 0;
}

/** Replaces a reservation by the actual cost, once; does nothing if the reservation is gone. */
export async function settleReservation(sql: Sql, held: LeaseKey, key: string, spent: Spent): Promise<void> {
  await sql`
    WITH gone AS (
      DELETE FROM persona_reservations
      WHERE instance_id = ${held.id} AND key = ${key} AND lease_token = ${held.lease_token}
      RETURNING instance_id, step, credits
    ), task AS (
      UPDATE persona_instances SET reserved_credits = reserved_credits - gone.credits,
        cost_credits = cost_credits + ${spent.credits}::numeric, prompt_tokens = prompt_tokens + ${spent.promptTokens},
        completion_tokens = completion_tokens + ${spent.completionTokens}
      FROM gone WHERE id = gone.instance_id
    )
    UPDATE persona_steps SET cost_credits = persona_steps.cost_credits + ${spent.credits}::numeric
    FROM gone WHERE persona_steps.instance_id = gone.instance_id AND index = gone.step`;
}

/** Pays the reservations of a dead process in full, because the usage of its calls is unknown. */
export async function payLostReservations(sql: Sql, instanceId: string): Promise<void> {
  await sql`
    WITH lost AS (
      DELETE FROM persona_reservations WHERE instance_id = ${instanceId} RETURNING step, credits
    ), steps AS (
      UPDATE persona_steps SET cost_credits = persona_steps.cost_credits + sums.credits
      FROM (SELECT step, sum(credits) AS credits FROM lost GROUP BY step) AS sums
      WHERE persona_steps.instance_id = ${instanceId} AND index = sums.step
    )
    UPDATE persona_instances SET cost_credits = cost_credits + (SELECT coalesce(sum(credits), 0) FROM lost),
      reserved_credits = 0
    WHERE id = ${instanceId} AND EXISTS (SELECT 1 FROM lost)`;
}
