import { beforeAll, expect, test } from 'vitest';
import { call } from '../../../test/client.ts';
import { createChat, visitChat } from '../../../test/open-chat.ts';
import { startWithDoubles } from '../../../test/start-with-doubles.ts';
import { sweepRetention } from './sweep-retention.ts';

const { server } = await startWithDoubles({ DEFAULT_MODEL: 'test-model' });
const { sql } = server.platform.database;
const send = async (method: string, path: string, body: object) => call(server, method, `/api/v1${path}`, { body });

/** More than a sweep finds at once, and two that can be deleted. */
const count = 22;

/** The function that fills each kind, and the table from which the first twenty can't be deleted. */
const kinds: Record<string, { table: string; order: string; fill: () => Promise<unknown> }> = {
  conversations: {
    table: 'conversations',
    order: 'updated_at',
    fill: async () => {
      const chat = await createChat(server, { limits: { sessions_per_minute: 1000, messages_per_minute: 1000 } });
      for (let n = 0; n < count; n += 1) await (await visitChat(server, chat)).say('Hello');
      await sql`UPDATE conversations SET updated_at = updated_at - interval '90 days'`;
    },
  },
  submissions: {
    table: 'form_submissions',
    order: 'submitted_at',
    fill: async () => {
      const definition = { nodes: [{ id: 'say', type: 'template', config: { text: 'Hello' } }] };
      const workflow = await send('POST', '/workflows', { name: 'Say', definition });
      const form = { title: 'Ask', target_type: 'workflow', workflow_id: workflow.body.data.id };
      const { id } = (await send('POST', '/form-interfaces', form)).body.data;
      await sql`
        INSERT INTO form_submissions (id, workspace_id, interface_id, status, message, inputs, urls, file_ids,
          extraction_mode, submitted_at, completed_at)
        SELECT 'sub_' || n, workspace_id, id, 'completed', '', '{}', '{}', '{}', 'text',
          now() - interval '90 days' + n * interval '1 minute', now() - interval '80 days'
        FROM form_interfaces, generate_series(1, ${count}) AS n WHERE id = ${id}`;
    },
  },
};

beforeAll(async () => {
  const retention = { conversations_days: 7, submissions_days: 7 };
  await send('PATCH', '/workspace', { retention });
});

test.each(Object.entries(kinds))('old %s are deleted although many before them can’t be', async (_name, kind) => {
  const { table, order, fill } = kind;
  await fill();
  await sql.unsafe(`
    CREATE TABLE kept_${table} AS SELECT id FROM ${table} ORDER BY ${order} LIMIT 20;
    CREATE FUNCTION keep_${table}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF OLD.id IN (SELECT id FROM kept_${table}) THEN RAISE EXCEPTION 'kept'; END IF; RETURN OLD;
    END $$;
    CREATE TRIGGER keep BEFORE DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION keep_${table}()`);
  await sweepRetention(server.platform);
  expect(await sql.unsafe(`SELECT id FROM ${table} WHERE id NOT IN (SELECT id FROM kept_${table})`)).toEqual([]);
  expect(await sql.unsafe(`SELECT id FROM ${table}`)).toHaveLength(20);
});
