import { randomUUID } from 'node:crypto';
import type { Sql } from './database.ts';

const settingName = 'data_id';

/**
 * Identifies the data in the database: each restore or move gives it another id, so that what was left elsewhere by the
 * data before it can be recognised. Undefined if it was never replaced.
 */
export async function readDataId(sql: Sql): Promise<string | undefined> {
  const [row] = await sql<{ value: string }[]>`SELECT value FROM settings WHERE name = ${settingName}`;
  return row?.value;
}

export async function renewDataId(sql: Sql): Promise<void> {
  await sql`
    INSERT INTO settings (name, value) VALUES (${settingName}, ${randomUUID()})
    ON CONFLICT (name) DO UPDATE SET value = EXCLUDED.value`;
}
