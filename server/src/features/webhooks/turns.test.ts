import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer, type ServerUnderTest } from '../../../test/start-server.ts';
import { create, openTwoWorkspaces } from '../../../test/two-workspaces.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../../test/webhook-receiver.ts';
import { text } from '../../../test/workflow-runs.ts';

let receiver: WebhookReceiver;
let server: ServerUnderTest;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  server = await startServer({ OUTBOUND_ALLOW: receiver.host }, { leases: { graceMs: 50 } });
});
afterAll(async () => {
  await server.close();
  await receiver.close();
});

it('a workspace with many slow webhooks leaves attempts to the others', async () => {
  const { here, elsewhere } = await openTwoWorkspaces(server);
  const slow = { now: 0, most: 0, ended: 0 };
  receiver.answer('/slow', (response) => {
    slow.now += 1;
    slow.most = Math.max(slow.most, slow.now);
    response.on('close', () => {
      slow.now -= 1;
      slow.ended += 1;
    });
  });
  const definition = { nodes: [text('a', 'x')] };
  const [busy, quiet] = await Promise.all(
    [here, elsewhere].map(async (send) => create(send, '/workflows', { name: 'Quick', definition })),
  );
  const subscribe = (path: string) => ({ url: receiver.url + path, event_types: ['execution.completed'] });
  // Each of them may have 20 of the thousand attempts of a process at a time.
  await Promise.all(Array.from({ length: 55 }, async () => create(here, '/webhooks', subscribe('/slow'))));
  await create(elsewhere, '/webhooks', subscribe('/quiet'));
  await Promise.all(Array.from({ length: 20 }, async () => create(here, `/workflows/${busy.id}/execute`, {})));
  await receiver.waitFor('/slow', 700);
  await create(elsewhere, `/workflows/${quiet.id}/execute`, {});
  await receiver.waitFor('/quiet', 1);
  expect(slow).toMatchObject({ ended: 0 });
  expect(slow.most).toBeLessThanOrEqual(750);
});
