import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, eventually } from '../../../test/client.ts';
import { answerWithoutEnd, type MailServer, startMailServer } from '../../../test/start-mail-server.ts';
import { startServer, type ServerUnderTest } from '../../../test/start-server.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../../test/webhook-receiver.ts';

let mails: MailServer;
let receiver: WebhookReceiver;
let server: ServerUnderTest;
beforeAll(async () => {
  // No time limit of an idle connection ends these either.
  mails = await startMailServer((_, socket) => answerWithoutEnd(socket, 500));
  receiver = await startWebhookReceiver();
  server = await startServer(
    {
      SMTP_URL: mails.url,
      MAIL_FROM: 'desk@example.com',
      OUTBOUND_ALLOW: receiver.host,
    },
    { leases: { lookMs: 50 } },
  );
});
afterAll(async () => {
  await server.close();
  await receiver.close();
  mails.close();
});

test('notices reach the webhook while the mail server keeps every mail waiting', async () => {
  const addresses = Array.from({ length: 9 }, (_, at) => `member-${at}@example.com`);
  const notices = { notify_after_seconds: 0, notice_emails: addresses, notice_webhook_url: `${receiver.url}/slack` };
  await call(server, 'PATCH', '/api/v1/workspace', { body: notices });
  const agent = (await call(server, 'POST', '/api/v1/agents', { body: { name: 'Guide' } })).body.data;
  const body = { name: 'Help desk', agent_id: agent.id, handover: { enabled: true } };
  const { slug } = (await call(server, 'POST', '/api/v1/chat-interfaces', { body })).body.data;
  const sessions = `/api/public/chat-interfaces/${slug}/sessions`;
  const reasons = ['A refund', 'A parcel', 'A bill'];
  for (const reason of reasons) {
    const { id, token } = (await call(server, 'POST', sessions, { key: null, body: {} })).body.data;
    const headers = { Authorization: `Bearer ${token}` };
    await call(server, 'POST', `${sessions}/${id}/handover`, { key: null, headers, body: { reason } });
    // Some mails wait already when the next visitor comes.
    await eventually(async () => (mails.connections.size > 0 ? true : undefined));
  }
  await eventually(async () => (receiver.received.length === reasons.length ? true : undefined));
  const texts = receiver.received.map(({ text }) => String(JSON.parse(text).text).split('\n')[1]);
  expect(new Set(texts)).toEqual(new Set(reasons));
});
