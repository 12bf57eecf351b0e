import type { Transaction } from '../database.ts';

/** A statement that concerns a table. */
interface Statement {
  readonly table: string;
  readonly statement: string;
}

/** What checks, counts or indexes each row of a table separately. Must be used inside the transaction. */
export interface RowChecks {
  /** Drops the foreign keys of the table, and disables its triggers: its rows may be written before those they refer to. */
  suspend(table: string): Promise<void>;
  /** Drops the indexes of the table: building one from many rows is faster than adding each row to it. */
  dropIndexes(table: string): Promise<void>;
  /** The statements that restore everything that was dropped or disabled, in order. */
  listRestoring(): Statement[];
}

/** Suspending foreign keys and triggers for the session would need a superuser; this needs only the owner. */
export async function findRowChecks(tx: Transaction): Promise<RowChecks> {
  const foreignKeys = await tx<{ table: string; name: string; definition: string }[]>`
    SELECT c.relname AS table, k.conname AS name, pg_get_constraintdef(k.oid) AS definition
    FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
    WHERE k.contype = 'f' AND k.connamespace = 'public'::regnamespace`;
  const triggers = await tx<{ table: string; name: string }[]>`
    SELECT c.relname AS table, t.tgname AS name FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
    WHERE NOT t.tgisinternal AND c.relnamespace = 'public'::regnamespace`;
  // Not those that a constraint needs, which may be a foreign key of another table.
  const indexes = await tx<{ table: string; name: string; definition: string }[]>`
    SELECT c.relname AS table, i.relname AS name, pg_get_indexdef(i.oid) AS definition
    FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class c ON c.oid = x.indrelid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
      AND NOT EXISTS (SELECT 1 FROM pg_constraint k WHERE k.conindid = i.oid)`;
  const dropped = { indexes: [] as Statement[], foreignKeys: [] as Statement[], triggers: [] as Statement[] };
  const alter = (table: string, change: string): string => `ALTER TABLE public.${quote(table)} ${change}`;
  return {
    async suspend(table) {
      for (const { name, definition } of foreignKeys.filter((key) => key.table === table)) {
        await tx.unsafe(alter(table, `DROP CONSTRAINT ${quote(name)}`));
        dropped.foreignKeys.push({ table, statement: alter(table, `ADD CONSTRAINT ${quote(name)} ${definition}`) });
      }
      for (const { name } of triggers.filter((trigger) => trigger.table === table)) {
        await tx.unsafe(alter(table, `DISABLE TRIGGER ${quote(name)}`));
        dropped.triggers.push({ table, statement: alter(table, `ENABLE TRIGGER ${quote(name)}`) });
      }
    },
    async dropIndexes(table) {
      for (const { name, definition } of indexes.filter((index) => index.table === table)) {
        await tx.unsafe(`DROP INDEX public.${quote(name)}`);
        dropped.indexes.push({ table, statement: definition });
      }
    },
    listRestoring: () => [...dropped.indexes, ...dropped.foreignKeys, ...dropped.triggers],
  };
}

export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
