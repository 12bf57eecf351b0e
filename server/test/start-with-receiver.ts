import { afterAll } from 'vitest';
import { type ServerUnderTest, startServer } from './start-server.ts';
import { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts';

/** A server for the tests of a file that may send to a receiver on loopback; both are closed after the last test. */
export async function startWithReceiver(
  environment: Record<string, string> = {},
): Promise<{ server: ServerUnderTest; receiver: WebhookReceiver }> {
  const receiver = await startWebhookReceiver();
  const server = await startServer({ OUTBOUND_ALLOW: receiver.host, ...environment });
  afterAll(async () => {
    await server.close();
    await receiver.close();
  });
  return { server, receiver };
}
