import { afterAll, beforeEach } from 'vitest';
import { call, eventually, type TestAnswer } from './client.ts';
import { startModelServer } from './model-server/start-model-server.ts';
import { type OpenChat, openChat } from './open-chat.ts';
import { type MailboxRules, startMailbox } from './start-mailbox.ts';
import { startServer } from './start-server.ts';
import { startWebhookReceiver } from './webhook-receiver.ts';

/**
 * A server that sends notices and mails, for the tests of a file: to a mailbox, and to a receiver on loopback. Its
 * visitors may ask for a person.
 */
export async function startHelpDesk({ onRecipient }: Pick<MailboxRules, 'onRecipient'> = {}) {
  /** How many of the next mails are refused, and what happens while one is being accepted. */
  const next = { refusals: 0, meanwhile: async (): Promise<unknown> => undefined };
  const { url, mails, ...mailbox } = await startMailbox({
    ...(onRecipient === undefined ? {} : { onRecipient }),
    async onMail() {
      if (next.refusals > 0) {
        next.refusals -= 1;
        throw new Error('mailbox full');
      }
      await next.meanwhile();
    },
  });
  const [model, receiver] = await Promise.all([startModelServer(), startWebhookReceiver()]);
  const environment = {
    OPENAI_BASE_URL: model.url,
    DEFAULT_MODEL: 'test-model',
    SMTP_URL: url,
    MAIL_FROM: 'desk@example.com',
    OUTBOUND_ALLOW: receiver.host,
  };
  const server = await startServer(environment, { leases: { lookMs: 50 } });
  beforeEach(() => {
    mails.length = 0;
    receiver.received.length = 0;
    next.meanwhile = async () => undefined;
  });
  afterAll(async () => {
    await server.close();
    await Promise.all([model.close(), receiver.close(), mailbox.close()]);
  });

  const sql = async (text: string) => server.platform.database.sql.unsafe(text);
  const hurry = async () => sql('UPDATE conversation_notices SET due_at = now() WHERE lease_until IS NULL');
  const pending = async () => Number((await sql('SELECT count(*) AS n FROM conversation_notices'))[0]?.['n']);
  return {
    server,
    receiver,
    /** The accepted mails of this test. */
    mails,
    next,
    sql,
    visit: async (settings: object = {}, begin: object = {}): Promise<OpenChat> =>
      openChat(server, { handover: { enabled: true }, ...settings }, begin),
    /** An action of the team on a conversation. */
    act: async ({ conversationId }: OpenChat, name: string, body: object = {}): Promise<TestAnswer> =>
      call(server, 'POST', `/api/v1/conversations/${conversationId}/${name}`, { body }),
    configure: async (body: object) => call(server, 'PATCH', '/api/v1/workspace', { body }),
    /** Makes all notices due that are not being sent. */
    hurry,
    pending,
    allSent: async () => eventually(async () => ((await pending()) === 0 ? true : undefined)),
  };
}
