import type { Sql } from '../../platform/database.ts';

/** The payer of a reply or an execution. */
export interface Charge {
  readonly workspaceId: string;
  /** A chat interface or a form interface. */
  readonly interfaceId: string;
  /** The visitor's language, undefined or null if unknown. */
  readonly locale?: string | null | undefined;
  /** The submission, or the thread of the visitor, that caused the run; stays the same for everything it starts. */
  readonly causeId: string | null;
}

/** An interface with its current cap. */
export interface CreditAccount {
  interfaceId: string;
  workspaceId: string;
  slug: string;
  /** Credits per UTC day, null for no cap. */
  maximum: number | null;
  limitMessage: string | null;
  locale: string | null;
}

const utcDay = (sql: Sql) => sql`(now() AT TIME ZONE 'utc')::date`;

const interfaces = (sql: Sql) => sql`(
  SELECT id, workspace_id, slug, settings FROM chat_interfaces
  UNION ALL SELECT id, workspace_id, slug, settings FROM form_interfaces WHERE deleted_at IS NULL
) AS interface`;

const accountColumns = (sql: Sql) => sql`interface.id AS "interfaceId", interface.workspace_id AS "workspaceId", slug,
  (settings->'limits'->>'daily_credits')::float8 AS maximum`;

/** The owner's text in the visitor's language (its tag, else its language), else their default one, unless blank. */
const localeColumns = (sql: Sql) => sql`wanted.locale, coalesce(
  (SELECT value->>'limit_message' FROM json_each(settings->'texts')
    WHERE value->>'limit_message' ~ '\\S'
      AND lower(key) IN (lower(wanted.locale), split_part(lower(wanted.locale), '-', 1))
    ORDER BY length(key) DESC LIMIT 1),
  CASE WHEN settings->>'limit_message' ~ '\\S' THEN settings->>'limit_message' END) AS "limitMessage"`;

export async function insertPayer(sql: Sql, runId: string, charge: Charge): Promise<void> {
  await sql`
    INSERT INTO credit_payers (run_id, workspace_id, interface_id, locale, cause_id)
    VALUES (${runId}, ${charge.workspaceId}, ${charge.interfaceId}, ${charge.locale ?? null}, ${charge.causeId})
    ON CONFLICT (run_id) DO NOTHING`;
}

/** Makes the payer of one run also pay for another; does nothing if nobody pays. */
export async function copyPayer(sql: Sql, fromRunId: string, toRunId: string): Promise<void> {
  await sql`
    INSERT INTO credit_payers (run_id, workspace_id, interface_id, locale, cause_id)
    SELECT ${toRunId}, workspace_id, interface_id, locale, cause_id FROM credit_payers WHERE run_id = ${fromRunId}
    ON CONFLICT (run_id) DO NOTHING`;
}

export async function findPayer(sql: Sql, runId: string): Promise<Charge | undefined> {
  const [row] = await sql<Charge[]>`
    SELECT workspace_id AS "workspaceId", interface_id AS "interfaceId", locale, cause_id AS "causeId"
    FROM credit_payers
    WHERE run_id = ${runId}`;
  return row;
}

/** The account that pays for a run; undefined if there is none, or the interface was deleted. */
export async function findAccountOfRun(sql: Sql, runId: string): Promise<CreditAccount | undefined> {
  const [row] = await sql<CreditAccount[]>`
    SELECT ${accountColumns(sql)}, ${localeColumns(sql)}
    FROM credit_payers JOIN ${interfaces(sql)} ON interface.id = interface_id
      CROSS JOIN LATERAL (SELECT coalesce(credit_payers.locale, settings->>'locale') AS locale) AS wanted
    WHERE run_id = ${runId}`;
  return row;
}

export async function findAccount(sql: Sql, charge: Charge): Promise<CreditAccount | undefined> {
  const [row] = await sql<CreditAccount[]>`
    SELECT ${accountColumns(sql)}, ${localeColumns(sql)}
    FROM ${interfaces(sql)}
      CROSS JOIN LATERAL (SELECT coalesce(${charge.locale ?? null}, settings->>'locale') AS locale) AS wanted
    WHERE id = ${charge.interfaceId}`;
  return row;
}

export interface Reservation {
  /** Identifies the call. */
  readonly key: string;
  /** The maximum cost of the call. */
  readonly credits: number;
  /** False for a call that is only planned: its credits are returned if it is never made. */
  readonly begun: boolean;
}

/**
 * Reserves credits for a call, as long as the credits spent and reserved today are below the cap. The row's own update
 * decides, so concurrent calls can't both take the last ones. Returns the new usage, or undefined if it is rejected. An
 * earlier reservation for the same key is replaced. Must be called inside a transaction.
 */
export async function insertReservation(
  tx: Sql,
  { interfaceId }: Pick<CreditAccount, 'interfaceId'>,
  maximum: number,
  { key, credits, begun }: Reservation,
): Promise<number | undefined> {
  await closeReservation(tx, key);
  const [row] = await tx<{ used: number }[]>`
    WITH account AS (
      INSERT INTO interface_credits AS account (interface_id, day, reserved)
      VALUES (${interfaceId}, ${utcDay(tx)}, ${credits})
      ON CONFLICT (interface_id, day) DO UPDATE SET reserved = account.reserved + EXCLUDED.reserved
      WHERE account.spent + account.reserved < ${maximum}
      RETURNING day, spent + reserved AS used
    )
    SELECT day::text, used FROM account`;
  if (row === undefined) return undefined;
  await tx`
    INSERT INTO credit_reservations (key, interface_id, day, credits, begun)
    VALUES (${key}, ${interfaceId}, ${utcDay(tx)}, ${credits}, ${begun})`;
  return row.used;
}

/** Settles an earlier reservation of a call: a call that had started is paid in full, any other is returned. */
async function closeReservation(sql: Sql, key: string): Promise<void> {
  await sql`
    WITH gone AS (DELETE FROM credit_reservations WHERE key = ${key} RETURNING interface_id, day, credits, begun)
    UPDATE interface_credits AS account
    SET reserved = greatest(0, reserved - gone.credits), spent = spent + CASE WHEN begun THEN gone.credits ELSE 0 END
    FROM gone WHERE account.interface_id = gone.interface_id AND account.day = gone.day`;
}

/** Replaces a reservation by the actual cost, once; does nothing if the reservation is gone. */
export async function settleReservation(sql: Sql, key: string, credits: number): Promise<void> {
  await sql`
    WITH gone AS (DELETE FROM credit_reservations WHERE key = ${key} RETURNING interface_id, day, credits)
    UPDATE interface_credits AS account
    SET reserved = greatest(0, reserved - gone.credits), spent = spent + ${credits}
    FROM gone WHERE account.interface_id = gone.interface_id AND account.day = gone.day`;
}

/** Adds the cost of a call for an interface without a cap. */
export async function addSpent(sql: Sql, interfaceId: string, credits: number): Promise<void> {
  await sql`
    INSERT INTO interface_credits AS account (interface_id, day, spent)
    VALUES (${interfaceId}, ${utcDay(sql)}, ${credits})
    ON CONFLICT (interface_id, day) DO UPDATE SET spent = account.spent + EXCLUDED.spent`;
}

/** Credits spent and reserved since midnight, UTC. */
export async function findUse(sql: Sql, interfaceId: string): Promise<{ spent: number; reserved: number }> {
  const [row] = await sql<{ spent: number; reserved: number }[]>`
    SELECT spent, reserved FROM interface_credits WHERE interface_id = ${interfaceId} AND day = ${utcDay(sql)}`;
  return row ?? { spent: 0, reserved: 0 };
}

/** Returns the reserved credits of a call that was never made; does nothing if it was. */
export async function releaseReservation(sql: Sql, key: string): Promise<void> {
  await sql`
    WITH gone AS (
      DELETE FROM credit_reservations WHERE key = ${key} AND NOT begun RETURNING interface_id, day, credits
    )
    UPDATE interface_credits AS account SET reserved = greatest(0, reserved - gone.credits)
    FROM gone WHERE account.interface_id = gone.interface_id AND account.day = gone.day`;
}

/** Returns the reserved credits of calls that were not made within five minutes. */
export async function releaseWaiting(sql: Sql): Promise<void> {
  await sql`
    WITH gone AS (
      DELETE FROM credit_reservations WHERE NOT begun AND created_at < now() - interval '5 minutes'
      RETURNING interface_id, day, credits
    ), sums AS (SELECT interface_id, day, sum(credits) AS credits FROM gone GROUP BY interface_id, day)
    UPDATE interface_credits AS account SET reserved = greatest(0, reserved - sums.credits)
    FROM sums WHERE account.interface_id = sums.interface_id AND account.day = sums.day`;
}

/** True the first time that this threshold of a limit is reported today. */
export async function insertNotice(
  sql: Sql,
  { interfaceId, limit, threshold }: { interfaceId: string; limit: string; threshold: number },
): Promise<boolean> {
  const rows = await sql`
    INSERT INTO limit_notices (interface_id, limit_name, threshold, day)
    VALUES (${interfaceId}, ${limit}, ${threshold}, ${utcDay(sql)})
    ON CONFLICT DO NOTHING RETURNING 1`;
  return rows.length > 0;
}

/** An interface as its team knows it. */
export interface NamedInterface {
  name: string;
  kind: 'chat' | 'form';
}

/** Undefined if the interface was deleted. */
export async function findInterface(sql: Sql, interfaceId: string): Promise<NamedInterface | undefined> {
  const [row] = await sql<NamedInterface[]>`
    SELECT name, 'chat' AS kind FROM chat_interfaces WHERE id = ${interfaceId}
    UNION ALL SELECT settings->>'name', 'form' FROM form_interfaces
    WHERE id = ${interfaceId} AND deleted_at IS NULL`;
  return row;
}
