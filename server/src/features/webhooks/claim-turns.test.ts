import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer, type ServerUnderTest } from '../../../test/start-server.ts';
import { openTwoWorkspaces } from '../../../test/two-workspaces.ts';
import type { Transaction } from '../../platform/database.ts';
import { claimDeliveries } from './deliveries.claims.sql.ts';

let server: ServerUnderTest;
let otherId: string;
beforeAll(async () => {
  server = await startServer();
  ({ otherId } = await openTwoWorkspaces(server));
});
afterAll(async () => server.close());

/** Waiting deliveries of webhooks in the workspace `default`, of which no worker knows. */
async function withWaiting(
  { webhooks, each }: { webhooks: number; each: number },
  work: (tx: Transaction) => Promise<void>,
): Promise<void> {
  const undone = new Error('undone');
  const done = server.platform.database.transaction(async (tx) => {
    await tx`
      INSERT INTO webhooks (id, workspace_id, url, event_types, status)
      SELECT 'wh_' || lpad(n::text, 4, '0'), id, 'http://receiver.invalid', '{*}', 'enabled'
      FROM workspaces, generate_series(1, ${webhooks}::int) AS n WHERE id <> ${otherId}`;
    await wait(tx, each);
    await work(tx);
    throw undone;
  });
  await expect(done).rejects.toBe(undone);
}

/** Adds deliveries to each webhook without any, and refreshes what the planner knows. */
async function wait(tx: Transaction, each: number): Promise<void> {
  await tx`
    INSERT INTO webhook_deliveries (id, workspace_id, webhook_id, event_type, event, status, next_retry, due_at)
    SELECT webhooks.id || '_' || lpad(n::text, 4, '0'), workspace_id, webhooks.id, 'test', '{}', 'pending', 0,
      now() - interval '1 minute' + n * interval '1 ms'
    FROM webhooks, generate_series(1, ${each}::int) AS n
    WHERE NOT EXISTS (SELECT FROM webhook_deliveries WHERE webhook_id = webhooks.id)`;
  await tx`ANALYZE webhooks`;
  await tx`ANALYZE webhook_deliveries`;
}

async function readRows(tx: Transaction): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    SELECT (seq_tup_read + idx_tup_fetch)::int AS count FROM pg_stat_xact_user_tables
    WHERE relname = 'webhook_deliveries'`;
  return row?.count ?? NaN;
}

it('reads little more than it claims, however many webhooks wait', async () => {
  await withWaiting({ webhooks: 200, each: 20 }, async (tx) => {
    const before = await readRows(tx);
    expect(await claimDeliveries(tx, { limit: 10, share: 20, busy: new Map() }, 750)).toHaveLength(10);
    // One of each webhook, and those for the free slots.
    expect((await readRows(tx)) - before).toBeLessThan(500);
  });
});

it('claims most of the slots for a workspace with many webhooks, and the rest for others', async () => {
  await withWaiting({ webhooks: 10, each: 20 }, async (tx) => {
    await tx`
      INSERT INTO webhooks (id, workspace_id, url, event_types, status)
      SELECT 'wh_other', ${otherId}, 'http://receiver.invalid', '{*}', 'enabled'`;
    await wait(tx, 3);
    const claim = async (limit: number, busy: Record<string, number> = {}) => {
      const claimed = await claimDeliveries(tx, { limit, share: 20, busy: new Map(Object.entries(busy)) }, 75);
      return [claimed.length, claimed.filter((one) => one.workspace_id === otherId).length];
    };
    // The workspaces in turn, then all that one may have, then nothing while it has that.
    expect(await claim(2)).toEqual([2, 1]);
    const taken = Object.fromEntries(Array.from({ length: 5 }, (_, at) => [`wh_000${at + 1}`, 10]));
    expect(await claim(50, taken)).toEqual([27, 2]);
    expect(await claim(25, { ...taken, wh_0006: 15, wh_0007: 10 })).toEqual([0, 0]);
  });
});

it('fills the slots if few webhooks have most deliveries', async () => {
  await withWaiting({ webhooks: 40, each: 1 }, async (tx) => {
    await tx`
      INSERT INTO webhooks (id, workspace_id, url, event_types, status, failing_since)
      SELECT 'wh_' || n, ${otherId}, 'http://receiver.invalid', '{*}', 'enabled', CASE n WHEN 1 THEN now() END
      FROM generate_series(1, 3) AS n`;
    await wait(tx, 30);
    const claimed = await claimDeliveries(tx, { limit: 1000, share: 20, busy: new Map() }, 750);
    const first = claimed.filter((one) => one.webhook_id === 'wh_2').map(({ id }) => id);
    expect(claimed).toHaveLength(81);
    expect(first.toSorted()).toEqual(Array.from({ length: 20 }, (_, at) => `wh_2_${String(at + 1).padStart(4, '0')}`));
  });
});
