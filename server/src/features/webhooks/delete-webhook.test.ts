import { expect, test } from 'vitest';
import { call } from '../../../test/client.ts';
import { startWithDoubles } from '../../../test/start-with-doubles.ts';

const { server, outside } = await startWithDoubles();
const { sql } = server.platform.database;

const create = async (): Promise<string> => {
  const body = { url: `${outside.url}/hook`, event_types: ['execution.completed'] };
  return (await call(server, 'POST', '/api/v1/webhooks', { body })).body.data.id;
};
const insertDeliveries = async (webhookId: string, count: number): Promise<void> => {
  await sql`
    INSERT INTO webhook_deliveries (id, workspace_id, webhook_id, event_type, event, status)
    SELECT 'dlv_' || substr(${webhookId}, 5) || number, workspace_id, id, 'execution.completed', '{}', 'success'
    FROM webhooks, generate_series(1, ${count}::int) AS number WHERE id = ${webhookId}`;
};
const countOf = async (webhookId: string): Promise<number | undefined> => {
  const [row] = await sql<{ count: number }[]>`
    SELECT count(*)::int FROM webhook_deliveries WHERE webhook_id = ${webhookId}`;
  return row?.count;
};

test('a webhook with many deliveries is deleted in short statements, and others keep theirs', async () => {
  await sql.unsafe(`
    CREATE TABLE deleted_together (count int);
    CREATE FUNCTION note_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO deleted_together SELECT count(*) FROM gone;
      RETURN NULL;
    END $$;
    CREATE TRIGGER note_deleted AFTER DELETE ON webhook_deliveries REFERENCING OLD TABLE AS gone
    FOR EACH STATEMENT EXECUTE FUNCTION note_deleted()`);
  try {
    const [gone, kept] = [await create(), await create()];
    await insertDeliveries(gone, 700);
    await insertDeliveries(kept, 3);
    const answer = await call(server, 'DELETE', `/api/v1/webhooks/${gone}`);
    expect(answer.body.data).toEqual({ id: gone, deleted: true });
    expect([await countOf(gone), await countOf(kept)]).toEqual([0, 3]);
    expect((await call(server, 'GET', `/api/v1/webhooks/${gone}`)).status).toBe(404);
    const [deleted] = await sql`SELECT sum(count)::int AS all, max(count) AS most FROM deleted_together`;
    expect(deleted).toEqual({ all: 700, most: 200 });
  } finally {
    await sql.unsafe('DROP FUNCTION note_deleted CASCADE; DROP TABLE deleted_together');
  }
});
