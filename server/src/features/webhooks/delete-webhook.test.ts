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

test('a webhook with very many deliveries disappears at once, and the rest of them is removed afterwards', async () => {
  const id = await create();
  await insertDeliveries(id, 30_000);
  const path = `/api/v1/webhooks/${id}`;
  expect((await call(server, 'DELETE', path)).body.data).toEqual({ id, deleted: true });
  expect(await countOf(id)).toBeGreaterThan(0);
  for (const method of ['GET', 'DELETE'] as const) expect((await call(server, method, path)).status).toBe(404);
  expect((await call(server, 'PATCH', path, { body: { status: 'enabled' } })).status).toBe(404);
  expect((await call(server, 'GET', `${path}/deliveries`)).status).toBe(404);
  const { data } = (await call(server, 'GET', '/api/v1/webhooks')).body;
  expect(data.map((webhook: { id: string }) => webhook.id)).not.toContain(id);
  const audit = await call(server, 'GET', `/api/v1/audit-log?resource_id=${id}&action=webhook.deleted`);
  expect(audit.body.data).toHaveLength(1);
  const isStored = async () => (await sql`SELECT 1 FROM webhooks WHERE id = ${id}`).length > 0;
  await expect.poll(isStored, { timeout: 60_000 }).toBe(false);
  expect(await countOf(id)).toBe(0);
}, 120_000);

test('the sweep removes what a process of the version before it has deleted', async () => {
  const id = await create();
  await insertDeliveries(id, 3);
  await sql`UPDATE webhooks SET deleted_at = now() WHERE id = ${id}`;
  const planned = await sql`UPDATE webhooks SET removal_due_at = removal_due_at - interval '1 hour' WHERE id = ${id}
    RETURNING removal_due_at IS NOT NULL AS is_planned`;
  expect(planned).toEqual([{ is_planned: true }]);
  await expect.poll(async () => sql`SELECT id FROM webhooks WHERE id = ${id}`, { timeout: 60_000 }).toEqual([]);
  expect(await countOf(id)).toBe(0);
}, 120_000);
