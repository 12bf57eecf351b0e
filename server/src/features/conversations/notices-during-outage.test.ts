import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, eventually } from '../../../test/client.ts';
import { createChat, visitChat } from '../../../test/open-chat.ts';
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
    { leases: { lookMs: 50, graceMs: 50 } },
  );
});
afterAll(async () => {
  await server.close();
  await receiver.close();
  await mails.close();
});

test('notices reach the webhook while the mail server keeps every mail waiting', async () => {
  const addresses = Array.from({ length: 9 }, (_, at) => `member-${at}@example.com`);
  const notices = { notify_after_seconds: 0, notice_emails: addresses, notice_webhook_url: `${receiver.url}/slack` };
  await call(server, 'PATCH', '/api/v1/workspace', { body: notices });
  const chat = await createChat(server, { handover: { enabled: true } });
  const reasons = ['A refund', 'A parcel', 'A bill'];
  for (const reason of reasons) {
    await (await visitChat(server, chat)).send('POST', '/handover', { reason });
    // Some mails wait already when the next visitor comes.
    await eventually(async () => (mails.connections.size > 0 ? true : undefined));
  }
  await eventually(async () => (receiver.received.length === reasons.length ? true : undefined));
  const texts = receiver.received.map(({ text }) => String(JSON.parse(text).text).split('\n')[1]);
  expect(new Set(texts)).toEqual(new Set(reasons));
});
