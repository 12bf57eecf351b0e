import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import type { Sql } from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { join, TestBrowser } from '../../../test/browser.ts';
import { call, eventually } from '../../../test/client.ts';
import { connect } from '../../../test/databases/connect.ts';
import { type DatabaseHome, prepareDatabaseHome } from '../../../test/databases/prepare-database-home.ts';
import { createChat, type TestChat, visitChat } from '../../../test/open-chat.ts';
import { type SpawnedServer, spawnServer } from '../../../test/spawn-server.ts';
import { type Mailbox, startMailbox } from '../../../test/start-mailbox.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../../test/webhook-receiver.ts';

// Only one process can use the embedded database; several on one Postgres share a Redis.
const services = process.env['TEST_DATABASE_URL'] !== undefined && process.env['TEST_REDIS_URL'] !== undefined;

/** Mails that the mail server has received, with their Message-ID. */
const mails: { readonly to: string; readonly id: string | undefined; readonly text: string }[] = [];
/** Steps at which the mail server stops responding, by address: before or after it accepts a mail. */
const silent = new Map<string, 'before' | 'after'>();
/** Mails that are being sent, and the responses to them while they are held back. */
let collected: (() => void)[] | undefined;
const never = new Promise<void>(() => undefined);

describe.skipIf(!services)('notices from two processes', () => {
  let dataDir: string;
  let home: DatabaseHome;
  let sql: Sql;
  let mailbox: Mailbox;
  let receiver: WebhookReceiver;
  let here: SpawnedServer;
  let there: SpawnedServer;
  const processes: SpawnedServer[] = [];

  const start = async (): Promise<SpawnedServer> => {
    const started = await spawnServer(dataDir, {
      ...home.environment,
      SMTP_URL: mailbox.url,
      MAIL_FROM: 'Desk <desk@example.com>',
      OUTBOUND_ALLOW: receiver.host,
    });
    processes.push(started);
    return started;
  };

  beforeAll(async () => {
    mailbox = await startMailbox({
      onRecipient: async (address) => (silent.get(address) === 'before' ? never : undefined),
      async onMail({ to, text }) {
        mails.push({ to, id: /^Message-ID: (\S+)/imu.exec(text)?.[1], text });
        if (silent.get(to) === 'after') await never;
        if (collected === undefined) return;
        const { promise, resolve } = Promise.withResolvers<void>();
        collected.push(resolve);
        await promise;
      },
    });
    dataDir = await mkdtemp(joinPath(tmpdir(), 'portico-test-'));
    home = await prepareDatabaseHome(dataDir);
    sql = connect(home.environment.DATABASE_URL ?? '');
    receiver = await startWebhookReceiver();
    here = await start();
    there = await start();
    const owner = new TestBrowser(here);
    const token = await eventually(async () => /#setup=([\w-]+)/.exec(here.output())?.[1]);
    const body = { token, name: 'Ada', email: 'ada@example.com', password: 'tall lamp 93 river chord' };
    owner.workspace = (await owner.send('POST', '/api/v1/auth/setup', { body })).body.data.workspace.id;
    await join(owner, 'grace@example.com', 'owner');
    // Her invitation.
    await eventually(async () => (mails.length === 1 ? true : undefined));
  }, 180_000);
  afterAll(async () => {
    for (const one of processes) await one.end('SIGKILL');
    await sql.end();
    await Promise.all([receiver.close(), mailbox.close()]);
    await home.remove();
    await rm(dataDir, { recursive: true, force: true });
  });
  beforeEach(() => {
    mails.length = 0;
    receiver.received.length = 0;
    silent.clear();
    collected = undefined;
  });

  const configure = async (body: Record<string, unknown>) =>
    expect((await call(here, 'PATCH', '/api/v1/workspace', { body })).status).toBe(200);
  const pending = async () => Number((await sql`SELECT count(*) AS n FROM conversation_notices`)[0]?.['n']);
  const allSent = async () => eventually(async () => ((await pending()) === 0 ? true : undefined), 60_000);

  const openDesk = async (): Promise<TestChat> =>
    createChat(here, { handover: { enabled: true }, limits: { sessions_per_minute: 1_000 } });

  /** A visitor asks for a person through both processes at the same time; returns the conversation's id. */
  async function wait(chat: TestChat): Promise<string> {
    const { path, headers, conversationId } = await visitChat(there, chat);
    const ask = { key: null, headers, body: {} };
    const asked = [here, there].map(async (server) => call(server, 'POST', `${path}/handover`, ask));
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200]);
    return conversationId;
  }

  test('reach each member by one mail and the webhook by one request, while both send', async () => {
    await configure({ notify_after_seconds: 3_000, notice_emails: [], notice_webhook_url: `${receiver.url}/slack` });
    const chat = await openDesk();
    const waiting: string[] = [];
    for (let count = 0; count < 12; count += 1) waiting.push(await wait(chat));
    // All due at once. A process sends four notices of one workspace at a time, so five at once come from both.
    collected = [];
    await sql`DELETE FROM conversation_notices WHERE number <> 1`;
    await sql`UPDATE conversation_notices SET due_at = now()`;
    await eventually(async () => ((collected?.length ?? 0) > 4 ? true : undefined));
    for (const done of collected) done();
    collected = undefined;
    await eventually(async () =>
      (await sql`SELECT 1 FROM conversation_notices WHERE number = 1`).length === 0 ? true : undefined,
    );
    // Second notices, for later.
    await sql`DELETE FROM conversation_notices`;
    const sentTo = (conversation: string) =>
      mails.filter(({ text }) => text.includes(conversation)).map(({ to }) => to);
    for (const conversation of waiting) {
      expect(sentTo(conversation).toSorted()).toEqual(['ada@example.com', 'grace@example.com']);
      expect(receiver.received.filter(({ text }) => text.includes(conversation))).toHaveLength(1);
    }
    expect([mails.length, receiver.received.length]).toEqual([24, 12]);
    expect(new Set(mails.map(({ id }) => id)).size).toBe(24);
  });

  test('are not sent if a member reads or accepts through either process', async () => {
    await configure({ notify_after_seconds: 3_000, notice_emails: ['a@example.com'], notice_webhook_url: null });
    const chat = await openDesk();
    const [read, accepted, unseen] = [await wait(chat), await wait(chat), await wait(chat)];
    expect((await call(there, 'POST', `/api/v1/conversations/${read}/read`, { body: {} })).status).toBe(200);
    expect((await call(here, 'POST', `/api/v1/conversations/${accepted}/accept`, { body: {} })).status).toBe(200);
    await sql`UPDATE conversation_notices SET due_at = now() WHERE number = 1`;
    await eventually(async () => (mails.length > 0 ? true : undefined));
    await eventually(async () =>
      (await sql`SELECT 1 FROM conversation_notices WHERE number = 1`).length === 0 ? true : undefined,
    );
    expect(mails.map(({ text }) => text.includes(unseen))).toEqual([true]);
    for (const id of [read, unseen]) await call(here, 'POST', `/api/v1/conversations/${id}/accept`, { body: {} });
    expect(await pending()).toBe(0);
  });

  test('are sent by the other process, under the same id, if the one that holds them is killed', async () => {
    await configure({
      notify_after_seconds: 0,
      notice_emails: ['before@example.com', 'after@example.com'],
      notice_webhook_url: `${receiver.url}/hang`,
    });
    const chat = await openDesk();
    // With one process it is clear which of them to kill.
    await there.end('SIGTERM');
    // One mail isn't accepted yet, the other one is, and the webhook has the request, but the sender got no response.
    silent.set('before@example.com', 'before').set('after@example.com', 'after');
    receiver.answer('/hang', () => undefined);
    await (await visitChat(here, chat)).send('POST', '/handover', {});
    await receiver.waitFor('/hang', 1);
    await eventually(async () => (mails.length === 1 && (await pending()) === 3 ? true : undefined));
    await here.end('SIGKILL');
    silent.clear();
    receiver.answer('/hang', 200);
    there = await start();
    // What the killed process holds is free when its leases have run out.
    await sql`UPDATE conversation_notices SET lease_until = now()`;
    await allSent();
    const idsTo = (address: string) => mails.filter(({ to }) => to === address).map((mail) => mail.id);
    expect(idsTo('before@example.com')).toHaveLength(1);
    const [first, ...others] = idsTo('after@example.com');
    expect(first).toMatch(/^<ntc_\w+@example\.com>$/u);
    expect(others).toEqual([first]);
    const requests = receiver.received.map((request) => request.headers['webhook-id']);
    expect(requests).toHaveLength(2);
    expect(new Set(requests).size).toBe(1);
    expect(requests[0]).toMatch(/^ntc_/u);
  });
});
