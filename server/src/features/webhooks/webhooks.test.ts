import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, eventually } from '../../../test/client.ts';
import { startServer, type ServerUnderTest } from '../../../test/start-server.ts';
import { startWebhookReceiver, type ReceivedWebhook, type WebhookReceiver } from '../../../test/webhook-receiver.ts';
import { text, workflowRuns } from '../../../test/workflow-runs.ts';

let server: ServerUnderTest;
let receiver: WebhookReceiver;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  server = await startServer({ RATE_LIMIT_PER_MINUTE: '100000', OUTBOUND_ALLOW: receiver.host, WEBHOOK_RETRY_SCHEDULE: '0.2,0.4', LOG_LEVEL: 'warn' });
});
afterAll(async () => {
  await server.close();
  await receiver.close();
});

const { save, execute, get, reached } = workflowRuns(() => server);

describe('dev', () => {
  it('works', async () => {
    const { body, status } = await call(server, 'POST', '/api/v1/webhooks', { body: { url: `${receiver.url}/dev`, event_types: ['*'] } });
    expect(status).toBe(201);
    const wh = body.data;
    const t = await call(server, 'POST', `/api/v1/webhooks/${wh.id}/test`);
    console.log(t.body);
    const id = await execute(await save({ nodes: [text('a', 'x')], outputs: {o: '{{ nodes.a.outputs.text }}'} }));
    const seen = await receiver.waitFor('/dev', 3);
    for (const s of seen) console.log(s.text, new Webhook(wh.secret).verify(s.text, s.headers as never));
    console.log(await get(id));
    const d = await call(server, 'GET', `/api/v1/webhooks/${wh.id}/deliveries`);
    console.log(JSON.stringify(d.body, null, 1));
    console.log(JSON.stringify((await call(server, 'GET', `/api/v1/webhooks/${wh.id}/deliveries/${d.body.data[0].id}`)).body, null, 1));
  });
});
