import { expect, test } from 'vitest';
import { call } from '../../../test/client.ts';
import { interceptQueries } from '../../../test/intercept-queries.ts';
import { startServer } from '../../../test/start-server.ts';
import { deriveId } from '../../platform/ids.ts';
import { eraseDeliveries } from './erase-deliveries.ts';

test('an erasure reads no deliveries from before what is erased was created', async () => {
  const server = await startServer();
  try {
    const { database } = server.platform;
    const body = { name: 'Desk', url: 'https://desk.example.com', event_types: ['form.submitted'] };
    const { id: webhookId } = (await call(server, 'POST', '/api/v1/webhooks', { body })).body.data;
    const [webhook] = await database.sql<{ workspace_id: string }[]>`
      SELECT workspace_id FROM webhooks WHERE id = ${webhookId}`;
    const insert = async (name: string, about: string, days: number, count: number) => database.sql`
      INSERT INTO webhook_deliveries (id, workspace_id, webhook_id, event_type, event, status, created_at)
      SELECT ${name} || n, ${webhook?.workspace_id ?? ''}, ${webhookId}, 'message.created',
        json_build_object('about', ${about}::text), 'success', now() - ${days}::int * interval '1 day'
      FROM generate_series(1, ${count}::int) AS n`;
    // Not createId, whose times may be ahead: it never goes back behind the clocks of earlier files.
    const threadId = deriveId('thr', new Date(), 'one');
    /** Deletes the deliveries about these ids; returns their number, and that of the statements. */
    const erase = async (ids: string[], times?: Map<string, string>) => {
      let statements = 0;
      const counted = { ...database };
      interceptQueries(counted, (_text, run) => {
        statements += 1;
        return run();
      });
      const platform = { ...server.platform, database: counted };
      return { deleted: await eraseDeliveries(platform, webhook?.workspace_id ?? '', ids, times), statements };
    };
    await insert('dlv_one', threadId, 0, 1);
    const { statements } = await erase([threadId]);
    await insert('dlv_old', deriveId('thr', new Date(), 'other'), 3, 1_200);
    await insert('dlv_two', threadId, 0, 2);
    expect(await erase([threadId])).toEqual({ deleted: 2, statements });
    // A submission's id contains no time.
    await insert('dlv_three', 'sub_abcdefghijklmnopqrstuvwxyz', 0, 1);
    await insert('dlv_four', 'sub_abcdefghijklmnopqrstuvwxyz', 2, 1);
    const twoDays = new Map([['sub_abcdefghijklmnopqrstuvwxyz', new Date(Date.now() - 2 * 86_400_000).toISOString()]]);
    expect(await erase(['sub_abcdefghijklmnopqrstuvwxyz'], twoDays)).toMatchObject({ deleted: 2 });
    await insert('dlv_five', 'sub_abcdefghijklmnopqrstuvwxyz', 9, 1);
    expect(await erase(['sub_abcdefghijklmnopqrstuvwxyz', threadId])).toMatchObject({ deleted: 1 });
  } finally {
    await server.close();
  }
});
