import type { Sql } from '../src/platform/database.ts';

/** Counts from now on how many chunks each transaction of this database deletes. */
export async function watchDeletedChunks(sql: Sql) {
  await sql.unsafe(`
    CREATE TABLE deletions (tx text, count int);
    CREATE FUNCTION note_deletion() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO deletions SELECT pg_current_xact_id()::text, count(*) FROM gone; RETURN NULL;
    END $$;
    CREATE TRIGGER note AFTER DELETE ON chunks REFERENCING OLD TABLE AS gone
      FOR EACH STATEMENT EXECUTE FUNCTION note_deletion()`);
  return {
    /** The number of deleted chunks, and the largest one of a transaction. */
    async count(): Promise<{ total: number; largest: number }> {
      const [row] = await sql<{ total: number; largest: number }[]>`
        SELECT coalesce(sum(count), 0)::int AS total, coalesce(max(count), 0)::int AS largest FROM (
          SELECT sum(count) AS count FROM deletions GROUP BY tx) AS transactions`;
      return row ?? { total: 0, largest: 0 };
    },
    /** Begins again. */
    async forget(): Promise<void> {
      await sql`DELETE FROM deletions`;
    },
  };
}
