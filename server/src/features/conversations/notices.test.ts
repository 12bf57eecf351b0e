import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { call, eventually, followFromNow, type TestAnswer } from '../../../test/client.ts';
import { type ModelServer, startModelServer } from '../../../test/model-server/start-model-server.ts';
import { startServer, type ServerUnderTest } from '../../../test/start-server.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../../test/webhook-receiver.ts';
import { endWaiting } from './handover/request-handover.ts';

interface ReceivedMail {
  readonly to: string;
  readonly text: string;
}
const mails: ReceivedMail[] = [];
let failures = 0;
/** The mailboxes that the mail server refuses with the status 550, and its texts. */
const refusals = new Map([
  ['gone@example.com', '5.1.1 No such user'],
  ['left@example.com', 'No such user'],
  ['blocked@example.com', '5.7.1 Your address is blocked'],
]);
/** The refused mailboxes to which mails were sent. */
const tried: string[] = [];
/** What happens while a mail is being sent. */
let meanwhile: () => Promise<unknown> = async () => undefined;
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo({ address }, _session, done) {
    const answer = refusals.get(address);
    if (answer !== undefined) tried.push(address);
    done(answer === undefined ? null : Object.assign(new Error(answer), { responseCode: 550 }));
  },
  onData(stream, { envelope }, done) {
    const pieces: Buffer[] = [];
    stream.on('data', (piece: Buffer) => pieces.push(piece));
    stream.on('end', () => {
      void (async () => {
        if (failures > 0) {
          failures -= 1;
          done(new Error('mailbox full'));
          return;
        }
        await meanwhile();
        const text = Buffer.concat(pieces).toString().replaceAll('=\r\n', '').replaceAll('=3D', '=');
        for (const { address } of envelope.rcptTo) mails.push({ to: address, text });
        done();
      })();
    });
  },
});
let model: ModelServer;
let receiver: WebhookReceiver;
let server: ServerUnderTest;
beforeAll(async () => {
  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
  model = await startModelServer();
  receiver = await startWebhookReceiver();
  const environment = {
    OPENAI_BASE_URL: model.url,
    DEFAULT_MODEL: 'test-model',
    SMTP_URL: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
    MAIL_FROM: 'desk@example.com',
    OUTBOUND_ALLOW: receiver.host,
  };
  server = await startServer(environment, { leases: { lookMs: 50 } });
});
afterAll(async () => {
  await server.close();
  await Promise.all([model.close(), receiver.close(), new Promise<void>((resolve) => smtp.close(resolve))]);
});
beforeEach(() => {
  mails.length = 0;
  tried.length = 0;
  meanwhile = async () => undefined;
  receiver.received.length = 0;
});

interface Visit {
  readonly id: string;
  readonly cnv: string;
  readonly threadId: string;
  readonly interfaceId: string;
  readonly slug: string;
  readonly base: string;
  readonly token: string;
  readonly headers: { readonly Authorization: string };
  /** The identity secret of the interface. */
  readonly secret: string;
}
async function visit(settings: Record<string, unknown> = {}, begin: Record<string, unknown> = {}): Promise<Visit> {
  const agent = await call(server, 'POST', '/api/v1/agents', { body: { name: 'Guide' } });
  const body = { name: 'Help desk', agent_id: agent.body.data.id, handover: { enabled: true }, ...settings };
  const chat = (await call(server, 'POST', '/api/v1/chat-interfaces', { body })).body.data;
  const base = `/api/public/chat-interfaces/${chat.slug}/sessions`;
  const { data } = (await call(server, 'POST', base, { key: null, body: begin })).body;
  const headers = { Authorization: `Bearer ${data.token}` };
  return {
    id: data.id,
    cnv: data.threadId.replace('thr_', 'cnv_'),
    threadId: data.threadId,
    interfaceId: chat.id,
    slug: chat.slug,
    base,
    token: data.token,
    headers,
    secret: chat.identity_secret,
  };
}
const at = async ({ base, id, headers }: Visit, method: string, rest: string, body?: unknown): Promise<TestAnswer> =>
  call(server, method, `${base}/${id}${rest}`, { key: null, headers, ...(body === undefined ? {} : { body }) });
const act = async ({ cnv }: Visit, name: string, body: unknown = {}): Promise<TestAnswer> =>
  call(server, 'POST', `/api/v1/conversations/${cnv}/${name}`, { body });
const settings = async (body: unknown) => call(server, 'PATCH', '/api/v1/workspace', { body });
const { sql } = { sql: async (text: string) => server.platform.database.sql.unsafe(text) };
const hurry = async () => sql(`UPDATE conversation_notices SET due_at = now() WHERE lease_until IS NULL`);
const pending = async () => Number((await sql('SELECT count(*) AS n FROM conversation_notices'))[0]?.['n']);
const allSent = async () => eventually(async () => ((await pending()) === 0 ? true : undefined));

describe('a notice to the team', () => {
  test('is sent once to each address and to the webhook, and again if nobody accepts', async () => {
    await settings({
      notify_after_seconds: 3_000,
      // The same address in two spellings.
      notice_emails: ['a@example.com', 'b@example.com', 'A@Example.com'],
      notice_webhook_url: `${receiver.url}/slack`,
    });
    const visitor = await visit();
    await at(visitor, 'POST', '/handover', { reason: 'A refund' });
    await sql(`UPDATE conversation_notices SET due_at = now() WHERE number = 1`);
    await eventually(async () => (mails.length === 2 && receiver.received.length === 1 ? true : undefined));
    expect(mails.map(({ to }) => to).toSorted()).toEqual(['a@example.com', 'b@example.com']);
    expect(mails[0]?.text).toContain('A refund');
    expect(JSON.parse(receiver.received[0]?.text ?? '')).toEqual({ text: expect.stringContaining(visitor.cnv) });
    await hurry();
    await eventually(async () => (mails.length === 4 && receiver.received.length === 2 ? true : undefined));
    await allSent();
    expect([mails.length, receiver.received.length]).toEqual([4, 2]);
  });

  test('has the visitor’s last words, which mention nobody in Slack and hide no address', async () => {
    await settings({
      notify_after_seconds: 0,
      notice_emails: ['a@example.com'],
      notice_webhook_url: `${receiver.url}/slack`,
    });
    const visitor = await visit();
    await at(visitor, 'POST', '/messages', { content: 'First' });
    // The agent has replied since.
    await at(visitor, 'POST', '/messages', { content: '<!channel> & <https://evil.example|the console>' });
    await at(visitor, 'POST', '/handover', {});
    await eventually(async () => (mails.length === 1 && receiver.received.length === 1 ? true : undefined));
    await allSent();
    expect(mails[0]?.text).toContain('<!channel> & <https://evil.example|the console>');
    const [subject, words, link] = JSON.parse(receiver.received[0]?.text ?? '').text.split('\n');
    expect(subject).toBe('A visitor waits for a person (Help desk)');
    expect(words).toBe('&lt;!channel&gt; &amp; &lt;https://evil.example|the console&gt;');
    expect(link).toBe(`${server.platform.publicUrl}/console/conversations/${visitor.cnv}`);
  });

  test.each([
    '/workflows/0a1b/triggers/manual/paths/invoke',
    '/powerautomate/automations/direct/workflows/0a1b/triggers/manual/paths/invoke',
    // A workflow that somebody made without the template.
    '/workflows/0a1b/triggers/When_an_HTTP_request_is_received/paths/invoke',
  ])('is an Adaptive Card for a workflow of Teams, which shows nothing else: %s', async (path) => {
    await settings({
      notify_after_seconds: 0,
      notice_emails: ['a@example.com'],
      notice_webhook_url: `${receiver.url}${path}?api-version=1&sig=secret`,
    });
    const visitor = await visit();
    await at(visitor, 'POST', '/messages', { content: 'Read [this](https://evil.example)\nplease' });
    await at(visitor, 'POST', '/handover', {});
    await eventually(async () => (receiver.received.length === 1 ? true : undefined));
    await allSent();
    const sent = JSON.parse(receiver.received[0]?.text ?? '');
    const url = `${server.platform.publicUrl}/console/conversations/${visitor.cnv}`;
    expect(sent).toMatchObject({ type: 'message', text: expect.stringContaining(url) });
    expect(sent.attachments).toMatchObject([
      { contentType: 'application/vnd.microsoft.card.adaptive', content: { type: 'AdaptiveCard' } },
    ]);
    const { body, actions } = sent.attachments[0].content;
    // Runs of a RichTextBlock are shown as they are; a TextBlock would make the visitor's Markdown a link.
    expect(body.map(({ type }: { type: string }) => type)).toEqual(Array(3).fill('RichTextBlock'));
    expect(body.map(({ inlines }: { inlines: { text: string }[] }) => inlines[0]?.text)).toEqual([
      'A visitor waits for a person (Help desk)',
      'Read [this](https://evil.example)',
      'please',
    ]);
    expect(actions).toMatchObject([{ type: 'Action.OpenUrl', url }]);
  });

  test('stays below the size from which Teams posts nothing, however many lines a visitor writes', async () => {
    await settings({
      notify_after_seconds: 0,
      notice_emails: ['a@example.com'],
      notice_webhook_url: `${receiver.url}/workflows/0a1b/triggers/manual/paths/invoke`,
    });
    const visitor = await visit();
    await at(visitor, 'POST', '/messages', { content: 'Hello' });
    await at(visitor, 'POST', '/handover', { reason: `I need help\n\nwith these:\n${'7\n'.repeat(900)}` });
    await eventually(async () => (receiver.received.length === 1 ? true : undefined));
    await allSent();
    const { body } = JSON.parse(receiver.received[0]?.text ?? '').attachments[0].content;
    const shown = body.map(({ inlines }: { inlines: { text: string }[] }) => inlines[0]?.text);
    expect(shown.slice(1, 4)).toEqual(['I need help', 'with these:', '7']);
    expect(shown.at(-1)).toBe('…');
    // Teams fails without an error from about 28 KB on.
    expect(receiver.received[0]?.text.length).toBeLessThan(20_000);
  });

  test('shows the name of a visitor in one line and in one direction', async () => {
    await settings({
      notify_after_seconds: 0,
      notice_emails: ['a@example.com'],
      notice_webhook_url: `${receiver.url}/slack`,
    });
    const preChat = { enabled: true, fields: [{ name: 'name', label: 'Name', type: 'text', required: true }] };
    const name = 'Jo\u202e\r\nBcc: b@example.com\u2028\u2066';
    const visitor = await visit({ pre_chat: preChat }, { preChat: { name } });
    await at(visitor, 'POST', '/handover', {});
    await eventually(async () => (mails.length === 1 && receiver.received.length === 1 ? true : undefined));
    await allSent();
    const expected = 'Jo Bcc: b@example.com waits for a person (Help desk)';
    expect(/(?<=^Subject: ).*/mu.exec(mails[0]?.text ?? '')?.[0]).toBe(expected);
    expect(JSON.parse(receiver.received[0]?.text ?? '').text.split('\n')[0]).toBe(expected);
    const shown = (await call(server, 'GET', `/api/v1/conversations/${visitor.cnv}`)).body.data;
    expect(shown.visitor.name).toBe('Jo Bcc: b@example.com');
  });

  test('is sent again for a later handover, and so is the second one', async () => {
    await settings({ notify_after_seconds: 3_000, notice_emails: ['a@example.com'], notice_webhook_url: null });
    const visitor = await visit();
    const since = async () =>
      (await call(server, 'GET', `/api/v1/conversations/${visitor.cnv}`)).body.data.waiting_since;
    await at(visitor, 'POST', '/handover', { reason: 'A refund' });
    const began = await since();
    await sql(`UPDATE conversation_notices SET due_at = now() WHERE number = 1`);
    await eventually(async () => (mails.length === 1 ? true : undefined));
    // The wait times out; its second notice is replaced by those of the next wait.
    await sql(`UPDATE conversations SET timeout_at = now() WHERE timeout_at IS NOT NULL`);
    await endWaiting(server.platform);
    await at(visitor, 'POST', '/handover', { reason: 'Still a refund' });
    expect([await since(), await pending()]).toEqual([began, 2]);
    await sql(`UPDATE conversation_notices SET due_at = now() WHERE number = 1`);
    await eventually(async () => (mails.length === 2 ? true : undefined));
    await hurry();
    await eventually(async () => (mails.length === 3 ? true : undefined));
    await allSent();
    expect(mails.map(({ text }) => /still waits/.test(text))).toEqual([false, false, true]);
    expect(mails[1]?.text).toContain('Still a refund');
  });

  test('is not sent if somebody reads first, but the second one is; neither is sent once a person has accepted', async () => {
    await settings({ notify_after_seconds: 3_000, notice_emails: ['a@example.com'], notice_webhook_url: null });
    const read = await visit();
    await at(read, 'POST', '/handover', {});
    await act(read, 'read');
    expect(await pending()).toBe(1);
    await hurry();
    await allSent();
    expect(mails.map(({ text }) => /still waits/.test(text))).toEqual([true]);
    const accepted = await visit();
    await at(accepted, 'POST', '/handover', {});
    await act(accepted, 'accept');
    expect(await pending()).toBe(0);
  });

  test('is retried when the mail server refuses it', async () => {
    await settings({ notify_after_seconds: 0, notice_emails: ['a@example.com'], notice_webhook_url: null });
    failures = 1;
    const visitor = await visit();
    await at(visitor, 'POST', '/handover', {});
    await eventually(async () => (failures === 0 ? true : undefined));
    await eventually(async () => {
      await hurry();
      return mails.length > 0 ? true : undefined;
    });
    await allSent();
    expect(mails).toHaveLength(1);
  });
});

describe('a notice of a daily cap', () => {
  const mailed = () => mails.map(({ to, text }) => `${to}: ${/(?<=^Subject: ).*/mu.exec(text)?.[0]}`).toSorted();
  const posted = () =>
    receiver.received.map(({ text }) => String(JSON.parse(text).text).replace(/\n.*/su, '')).toSorted();

  test('is sent at 80 % and 100 %, once to each address and to the webhook', async () => {
    await settings({
      notice_emails: ['a@example.com', 'b@example.com'],
      notice_webhook_url: `${receiver.url}/slack`,
    });
    const visitor = await visit({ limits: { daily_messages: 5 } });
    for (let i = 0; i < 4; i += 1) await at(visitor, 'POST', '/messages', { content: `${i}` });
    const warning = 'Help desk has used 80 % of its daily messages (4 of 5)';
    await eventually(async () => (mails.length === 2 && receiver.received.length === 1 ? true : undefined));
    expect(mailed()).toEqual([`a@example.com: ${warning}`, `b@example.com: ${warning}`]);
    const screen = `${server.platform.publicUrl}/console/chat/${visitor.interfaceId}/access`;
    expect(JSON.parse(receiver.received[0]?.text ?? '').text.split('\n')).toEqual([
      warning,
      'Once they are used up, visitors get no answers until midnight UTC, unless you raise daily_messages:',
      screen,
    ]);
    expect(mails[0]?.text).toContain(screen);
    for (let i = 4; i < 8; i += 1) await at(visitor, 'POST', '/messages', { content: `${i}` });
    await eventually(async () => (mails.length === 4 && receiver.received.length === 2 ? true : undefined));
    await allSent();
    expect([mails.length, receiver.received.length]).toEqual([4, 2]);
    expect(posted()).toEqual([warning, 'Help desk has used up its daily messages (5 of 5)']);
  });

  test('of a form names its screen, and is retried when the mail server refuses it', async () => {
    await settings({ notice_emails: ['a@example.com'], notice_webhook_url: null });
    failures = 1;
    const agent = await call(server, 'POST', '/api/v1/agents', { body: { name: 'Guide' } });
    const target = { target_type: 'agent', agent_id: agent.body.data.id };
    const body = { title: 'Ask us', ...target, limits: { daily_submissions: 1 } };
    const form = (await call(server, 'POST', '/api/v1/form-interfaces', { body })).body.data;
    const path = `/api/public/form-interfaces/${form.slug}/submissions`;
    expect((await call(server, 'POST', path, { key: null, body: { message: 'Hello' } })).status).toBe(202);
    await eventually(async () => (failures === 0 ? true : undefined));
    await eventually(async () => {
      await hurry();
      return mails.length === 2 ? true : undefined;
    });
    await allSent();
    expect(mailed()).toEqual([
      'a@example.com: Ask us has used 100 % of its daily submissions (1 of 1)',
      'a@example.com: Ask us has used up its daily submissions (1 of 1)',
    ]);
    expect(mails[0]?.text).toContain(`/console/forms/${form.id}/settings`);
  });
});

describe('a person’s message to a visitor who is away', () => {
  const link = (mail: ReceivedMail | undefined): URL =>
    new URL(/https?:\/\/\S+#portico-resume=\S+/.exec(mail?.text ?? '')?.[0] ?? '');

  test('is mailed, combined with others, with a link that works once and reopens an ended session', async () => {
    const visitor = await visit({}, { locale: 'de' });
    await at(visitor, 'POST', '/messages', { content: 'Hello' });
    await at(visitor, 'POST', '/email', { email: 'kim@example.com' });
    await act(visitor, 'messages', { content: 'First.' });
    await act(visitor, 'messages', { content: 'Second.' });
    expect(mails).toHaveLength(0);
    await hurry();
    await allSent();
    expect(mails.map(({ to }) => to)).toEqual(['kim@example.com']);
    expect(mails[0]?.text).toContain('First.\r\n\r\nSecond.');
    expect(mails[0]?.text).toContain('Help desk');
    const target = link(mails[0]);
    expect(target.pathname).toBe(`/chat/${visitor.slug}`);
    await sql(`UPDATE chat_sessions SET ends_at = now()`);
    const resumeLink = target.hash.replace('#portico-resume=', '');
    const again = await call(server, 'POST', visitor.base, { key: null, body: { resumeLink, pageUrl: target.href } });
    expect(again).toMatchObject({ status: 201, body: { data: { threadId: visitor.threadId } } });
    // The team sees the page, but no token.
    const pageOf = async () => (await call(server, 'GET', `/api/v1/conversations/${visitor.cnv}`)).body.data.page_url;
    expect(await pageOf()).toBe(`${target.origin}${target.pathname}`);
    const page = { url: `https://shop.example/cart#top&portico-resume=${resumeLink}` };
    const changed = await call(server, 'PATCH', `${visitor.base}/${again.body.data.id}`, {
      key: null,
      headers: { Authorization: `Bearer ${again.body.data.token}` },
      body: { page },
    });
    expect([changed.status, await pageOf()]).toEqual([200, 'https://shop.example/cart#top']);
    expect(again.body.data.messages.map(({ content }: { content: string }) => content)).toContain('Second.');
    expect((await call(server, 'POST', visitor.base, { key: null, body: { resumeLink } })).status).toBe(401);
    await act(visitor, 'messages', { content: 'Third.' });
    await hurry();
    await allSent();
    expect(mails[1]?.text).toContain('Third.');
    expect(mails[1]?.text).not.toContain('Second.');
  });

  async function logIn(visitor: Visit, user: { userId: string; email?: string }): Promise<TestAnswer> {
    const exp = Math.floor(Date.now() / 1000) + 600;
    const signature = createHmac('sha256', visitor.secret).update(`${user.userId}.${exp}`).digest('hex');
    const body = { resume: visitor.token, identity: { ...user, exp, signature } };
    return call(server, 'POST', visitor.base, { key: null, body });
  }
  const follow = async ({ base }: Visit, mail: ReceivedMail | undefined): Promise<TestAnswer> => {
    const resumeLink = link(mail).hash.replace('#portico-resume=', '');
    return call(server, 'POST', base, { key: null, body: { resumeLink } });
  };
  const fields = [{ name: 'email', type: 'text', label: 'E-mail', required: true }];
  const asked = { pre_chat: { enabled: true, fields } };

  test.each([
    ['in the chat', {}, {}],
    ['before the chat', asked, { preChat: { email: 'first@example.com' } }],
  ])('is not mailed to an address left %s by someone else who used the browser', async (_, chat, begin) => {
    for (const user of [{ userId: 'ada' }, { userId: 'bob', email: 'bob@example.com' }]) {
      mails.length = 0;
      const visitor = await visit(chat, begin);
      await at(visitor, 'POST', '/messages', { content: 'Hello' });
      if (!('preChat' in begin)) await at(visitor, 'POST', '/email', { email: 'first@example.com' });
      await act(visitor, 'messages', { content: 'First.' });
      await hurry();
      await allSent();
      expect(mails.map(({ to }) => to)).toEqual(['first@example.com']);
      const named = await logIn(visitor, user);
      expect(named).toMatchObject({ status: 201, body: { data: { threadId: visitor.threadId } } });
      const refused = await follow(visitor, mails[0]);
      expect([refused.status, refused.body.error?.code]).toEqual([401, 'invalid_api_key']);
      const { body } = await call(server, 'GET', `/api/v1/conversations/${visitor.cnv}`);
      expect(body.data.visitor).toMatchObject({ user_id: user.userId, email: user.email ?? null });
      await act(visitor, 'messages', { content: 'Second.' });
      await hurry();
      await allSent();
      expect(mails.slice(1).map(({ to }) => to)).toEqual(user.email === undefined ? [] : [user.email]);
    }
    const linked = await call(server, 'GET', '/api/v1/conversations?q=first@example.com');
    expect(linked.body.data).toEqual([]);
  });

  test('leads back to the conversation outside any signature, and asks for no automatic replies', async () => {
    await settings({ notify_after_seconds: 0, notice_emails: ['a@example.com'], notice_webhook_url: null });
    const visitor = await visit();
    await at(visitor, 'POST', '/email', { email: 'eva@example.com' });
    await at(visitor, 'POST', '/messages', { content: 'Hello' });
    await at(visitor, 'POST', '/handover', {});
    await eventually(async () => (mails.length === 1 ? true : undefined));
    await act(visitor, 'messages', { content: 'Hi!' });
    await hurry();
    await allSent();
    expect(mails.map(({ to }) => to)).toEqual(['a@example.com', 'eva@example.com']);
    for (const { text } of mails) {
      expect(text).toMatch(/^Auto-Submitted: auto-generated\r$/mu);
      expect(text).toMatch(/^X-Auto-Response-Suppress: OOF, AutoReply\r$/mu);
    }
    expect(mails[1]?.text).toContain('Reply in the conversation, not to this e-mail:');
    // Mail programs fold what is below a signature's `-- `, whose space is encoded.
    expect(mails[1]?.text).not.toMatch(/^--(?: |=20)?\r$/mu);
  });

  test('is not mailed to an address that is deleted while the mail is prepared', async () => {
    const visitor = await visit();
    await at(visitor, 'POST', '/messages', { content: 'Hello' });
    await at(visitor, 'POST', '/email', { email: 'una@example.com' });
    await act(visitor, 'messages', { content: 'Hi!' });
    // The mail is counted after its address was read.
    await sql(`
      CREATE FUNCTION delete_address() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        UPDATE chat_visitors SET contact_email = NULL WHERE contact_email = NEW.address;
        RETURN NEW;
      END $$;
      CREATE TRIGGER delete_address BEFORE INSERT ON visitor_mails FOR EACH ROW EXECUTE FUNCTION delete_address()`);
    try {
      await hurry();
      await allSent();
    } finally {
      await sql('DROP FUNCTION delete_address CASCADE');
    }
    expect(mails).toEqual([]);
    expect(await sql(`SELECT 1 FROM resume_links WHERE thread_id = '${visitor.threadId}'`)).toHaveLength(0);
    expect(await sql(`SELECT 1 FROM visitor_mails WHERE address = 'una@example.com'`)).toHaveLength(0);
  });

  test('is mailed later if it is written while another one is being sent', async () => {
    const visitor = await visit();
    await at(visitor, 'POST', '/messages', { content: 'Hello' });
    await at(visitor, 'POST', '/email', { email: 'kai@example.com' });
    await act(visitor, 'messages', { content: 'First.' });
    meanwhile = async () => {
      meanwhile = async () => undefined;
      await act(visitor, 'messages', { content: 'Second.' });
    };
    await eventually(async () => {
      await hurry();
      return mails.length === 2 ? true : undefined;
    });
    await allSent();
    expect(mails.map(({ text }) => /First\.|Second\./.exec(text)?.[0])).toEqual(['First.', 'Second.']);
    expect(mails).toHaveLength(2);
  });

  test('is mailed if the visitor leaves the address after it', async () => {
    const visitor = await visit();
    await at(visitor, 'POST', '/messages', { content: 'Hello' });
    await act(visitor, 'messages', { content: 'How can we reach you?' });
    expect(await pending()).toBe(0);
    await at(visitor, 'POST', '/email', { email: 'ida@example.com' });
    await hurry();
    await allSent();
    expect(mails.map(({ to }) => to)).toEqual(['ida@example.com']);
    expect(mails[0]?.text).toContain('How can we reach you?');
    await at(visitor, 'POST', '/email', { email: 'ida@example.com' });
    expect(await pending()).toBe(0);
  });

  test.each([
    ['https://shop.example', 'https://shop.example'],
    ['https://*.example.com', 'https://shop.example.com'],
  ])('links to the page where the visitor wrote if its origin is listed: %s', async (listed, origin) => {
    const page = `${origin}/orders?id=1`;
    const visitor = await visit({ allowed_origins: [listed] }, { pageUrl: page });
    await at(visitor, 'POST', '/email', { email: 'lee@example.com' });
    await at(visitor, 'POST', '/messages', { content: 'Hello' });
    await act(visitor, 'messages', { content: 'Hi!' });
    await hurry();
    await allSent();
    expect(link(mails[0]).href.startsWith(`${page}#portico-resume=`)).toBe(true);
  });

  test('links to the custom domain where the visitor wrote once it is proven', async () => {
    const domain = 'chat.harbour.example';
    const visitor = await visit(
      { custom_domains: [domain] },
      { pageUrl: `https://${domain.toUpperCase()}/?from=mail` },
    );
    await at(visitor, 'POST', '/email', { email: 'pia@example.com' });
    await at(visitor, 'POST', '/messages', { content: 'Hello' });
    for (const content of ['First.', 'Second.']) {
      await act(visitor, 'messages', { content });
      await hurry();
      await allSent();
      await sql(`UPDATE chat_domains SET verified_at = now() WHERE domain = '${domain}'`);
    }
    expect(mails.map((mail) => link(mail).href.replace(/#.*/, ''))).toEqual([
      `${server.platform.publicUrl}/chat/${visitor.slug}`,
      `https://${domain}/?from=mail`,
    ]);
    // What another page says about itself counts for nothing.
    for (const pageUrl of [`ftp://${domain}/`, `https://${domain}.evil.example/`, 'https://evil.example/']) {
      await at(visitor, 'PATCH', '', { page: { url: pageUrl } });
      await act(visitor, 'messages', { content: pageUrl });
      await hurry();
      await allSent();
      expect(link(mails.at(-1)).pathname).toBe(`/chat/${visitor.slug}`);
      await sql('DELETE FROM visitor_mails');
    }
  });

  test('is not mailed while the visitor follows the conversation, nor more than five times an hour to one address', async () => {
    const visitor = await visit();
    await at(visitor, 'POST', '/email', { email: 'max@example.com' });
    await at(visitor, 'POST', '/messages', { content: 'Hello' });
    const { events } = await followFromNow(server, `${visitor.base}/${visitor.id}/events`, {
      key: null,
      headers: visitor.headers,
      until: ({ event }) => event === 'message:created',
    });
    await act(visitor, 'messages', { content: 'You are here.' });
    await events;
    const seen = `SELECT 1 FROM visitor_streams JOIN messages USING (thread_id)
      WHERE content = 'You are here.' AND seen_at > created_at`;
    await eventually(async () => ((await sql(seen)).length > 0 ? true : undefined));
    await hurry();
    await allSent();
    await act(visitor, 'messages', { content: 'You have left.' });
    await hurry();
    const putOff = 'SELECT 1 FROM conversation_notices WHERE lease_until IS NULL AND due_at > now()';
    await eventually(async () => ((await sql(putOff)).length > 0 ? true : undefined));
    expect(mails).toHaveLength(0);
    await sql(`UPDATE visitor_streams SET seen_at = now() - interval '2 minutes'`);
    await sql(`INSERT INTO visitor_mails (address) SELECT 'max@example.com' FROM generate_series(1, 5)`);
    await hurry();
    await eventually(async () =>
      (await sql(`SELECT 1 FROM conversation_notices WHERE due_at > now() + interval '50 minutes'`)).length > 0
        ? true
        : undefined,
    );
    expect(mails).toHaveLength(0);
    await sql('DELETE FROM visitor_mails');
    await hurry();
    await allSent();
    expect(mails).toHaveLength(1);
  });

  test('belongs to one discussion in mail programs, and names the files that were sent', async () => {
    const visitor = await visit();
    await at(visitor, 'POST', '/email', { email: 'lou@example.com' });
    await at(visitor, 'POST', '/messages', { content: 'Hello' });
    const form = new FormData();
    form.set('file', new File(['%PDF-1.4'], 'Übersicht 1.txt', { type: 'text/plain' }));
    const file = await call(server, 'POST', '/api/v1/files', { form });
    await act(visitor, 'messages', { content: 'Here it is.', attachments: [file.body.data.id] });
    meanwhile = async () => {
      meanwhile = async () => undefined;
      await act(visitor, 'messages', { content: 'And one more thing.' });
    };
    await eventually(async () => {
      await hurry();
      return mails.length === 2 ? true : undefined;
    });
    await allSent();
    await act(visitor, 'messages', { content: 'The next day.' });
    await hurry();
    await allSent();
    const header = (name: string) =>
      mails.map(({ text }) => new RegExp(`^${name}: (.*)`, 'mu').exec(text)?.[1]?.trim());
    const root = `<${visitor.cnv}@example.com>`;
    expect(header('In-Reply-To')).toEqual([root, root, root]);
    expect(header('References')).toEqual([root, root, root]);
    expect(new Set(header('Message-ID')).size).toBe(3);
    expect(new Set(header('Subject')).size).toBe(1);
    const decoded = (mails[0]?.text ?? '').replaceAll(/(?:=[0-9A-F]{2})+/gu, (bytes) =>
      Buffer.from(bytes.replaceAll('=', ''), 'hex').toString(),
    );
    expect(decoded).toContain('Here it is.\r\n📎 Übersicht 1.txt\r\n');
  });

  /** The visitor receives a person's message, and the connection ends. */
  async function receive(visitor: Visit, content: string): Promise<string> {
    const { events } = await followFromNow(server, `${visitor.base}/${visitor.id}/events`, {
      key: null,
      headers: visitor.headers,
      until: ({ event }) => event === 'message:created',
    });
    const sent = await act(visitor, 'messages', { content });
    await events;
    const left = `SELECT 1 FROM visitor_streams JOIN messages USING (thread_id)
      WHERE content = '${content}' AND seen_at > created_at`;
    await eventually(async () => ((await sql(left)).length > 0 ? true : undefined));
    return sent.body.data.id;
  }

  test('is mailed if it was written to a connection, but the client has not reported that it was shown', async () => {
    const visitor = await visit();
    await at(visitor, 'POST', '/email', { email: 'mia@example.com' });
    await at(visitor, 'POST', '/messages', { content: 'Hello' });
    await at(visitor, 'PATCH', '', { seenMessageId: null });
    const seen = await receive(visitor, 'This was shown.');
    await at(visitor, 'PATCH', '', { seenMessageId: seen });
    await receive(visitor, 'This got lost.');
    // An older report that arrives late takes nothing back, and neither does one with an unknown id.
    await at(visitor, 'PATCH', '', { seenMessageId: null });
    await at(visitor, 'PATCH', '', { seenMessageId: 'msg_unknown' });
    await hurry();
    const putOff = 'SELECT 1 FROM conversation_notices WHERE lease_until IS NULL AND due_at > now()';
    await eventually(async () => ((await sql(putOff)).length > 0 ? true : undefined));
    await sql(`UPDATE visitor_streams SET seen_at = now() - interval '2 minutes'`);
    await hurry();
    await allSent();
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('This got lost.');
    expect(mails[0]?.text).not.toContain('This was shown.');
  });

  test('is not mailed if the client has reported that it was shown', async () => {
    const visitor = await visit();
    await at(visitor, 'POST', '/email', { email: 'noa@example.com' });
    await at(visitor, 'POST', '/messages', { content: 'Hello' });
    const seen = await receive(visitor, 'This was shown, too.');
    await at(visitor, 'PATCH', '', { seenMessageId: seen });
    await sql(`UPDATE visitor_streams SET seen_at = now() - interval '2 minutes'`);
    await hurry();
    await allSent();
    expect(mails).toHaveLength(0);
  });

  test('is mailed five times an hour to one address, however many conversations are due at once', async () => {
    const address = 'sam@example.com';
    for (let count = 0; count < 8; count += 1) {
      const visitor = await visit();
      await at(visitor, 'POST', '/messages', { content: 'Hello' });
      await at(visitor, 'POST', '/email', { email: address });
      await act(visitor, 'messages', { content: 'Hi!' });
    }
    await hurry();
    const putOff = `SELECT 1 FROM conversation_notices WHERE due_at > now() + interval '50 minutes'`;
    await eventually(async () => ((await pending()) === 3 && (await sql(putOff)).length === 3 ? true : undefined));
    expect(mails.map(({ to }) => to)).toEqual(Array.from({ length: 5 }, () => address));
    await sql('DELETE FROM conversation_notices');
  });

  test('does not count if the mail server refuses it', async () => {
    const counted = `SELECT 1 FROM visitor_mails WHERE address = 'uma@example.com'`;
    const visitor = await visit();
    await at(visitor, 'POST', '/email', { email: 'uma@example.com' });
    await at(visitor, 'POST', '/messages', { content: 'Hello' });
    await act(visitor, 'messages', { content: 'Hi!' });
    failures = 1;
    await hurry();
    const refused = 'SELECT 1 FROM conversation_notices WHERE attempts = 1 AND lease_until IS NULL';
    await eventually(async () => ((await sql(refused)).length > 0 ? true : undefined));
    expect(await sql(counted)).toHaveLength(0);
    await hurry();
    await allSent();
    expect(mails).toHaveLength(1);
    expect(await sql(counted)).toHaveLength(1);
  });

  const leaveReply = async (address: string): Promise<Visit> => {
    const visitor = await visit();
    await at(visitor, 'POST', '/email', { email: address });
    await at(visitor, 'POST', '/messages', { content: 'Hello' });
    await act(visitor, 'messages', { content: 'Hi!' });
    await hurry();
    return visitor;
  };
  const lastNotice = () => mails.map(({ to, text }) => ({ to, subject: /(?<=^Subject: ).*/mu.exec(text)?.[0], text }));

  test.each([
    ['gone@example.com', '550 5.1.1'],
    ['left@example.com', '550'],
  ])('is sent only once to a mailbox that does not exist, and the team is notified: %s', async (address, code) => {
    await settings({ notice_emails: ['a@example.com'], notice_webhook_url: `${receiver.url}/slack` });
    const { cnv } = await leaveReply(address);
    await eventually(async () => (mails.length === 1 && receiver.received.length === 1 ? true : undefined));
    await allSent();
    expect(tried).toEqual([address]);
    const subject = 'A reply did not reach its visitor by e-mail (Help desk)';
    expect(lastNotice()).toMatchObject([{ to: 'a@example.com', subject }]);
    expect(JSON.parse(receiver.received[0]?.text ?? '').text.split('\n')).toEqual([
      subject,
      `The mail server has refused the e-mail (${code}). They see the reply if they return to the chat.`,
      `${server.platform.publicUrl}/console/conversations/${cnv}`,
    ]);
    expect(await sql(`SELECT 1 FROM visitor_mails WHERE address = '${address}'`)).toHaveLength(0);
  });

  test('is retried if the mail server refuses the sender, and the team is notified once it is given up', async () => {
    await settings({ notice_emails: ['a@example.com'], notice_webhook_url: null });
    await leaveReply('blocked@example.com');
    const refused = 'SELECT 1 FROM conversation_notices WHERE attempts = 1 AND lease_until IS NULL';
    await eventually(async () => ((await sql(refused)).length > 0 ? true : undefined));
    await sql('UPDATE conversation_notices SET attempts = 9');
    await hurry();
    await allSent();
    expect(tried).toHaveLength(2);
    expect(lastNotice()).toMatchObject([{ subject: 'A reply did not reach its visitor by e-mail (Help desk)' }]);
    expect(lastNotice()[0]?.text).toContain('has not accepted the e-mail in 16 hours');
  });

  test('is sent once the mail server works again, also after more than an hour', async () => {
    const visitor = await visit();
    const check = async () => {
      const { data } = (await call(server, 'GET', `/api/v1/chat-interfaces/${visitor.interfaceId}/checks`)).body;
      return data.find(({ name }: { name: string }) => name === 'mail');
    };
    expect(await check()).toBeUndefined();
    await at(visitor, 'POST', '/email', { email: 'vera@example.com' });
    await at(visitor, 'POST', '/messages', { content: 'Hello' });
    await act(visitor, 'messages', { content: 'Hi!' });
    failures = 6;
    for (let count = 1; count <= 6; count += 1) {
      await hurry();
      const refused = `SELECT 1 FROM conversation_notices WHERE attempts = ${count} AND lease_until IS NULL`;
      await eventually(async () => ((await sql(refused)).length > 0 ? true : undefined));
    }
    expect(await check()).toMatchObject({ ok: false, reason: 'mail_retried', values: { retried: 1 } });
    await hurry();
    await allSent();
    expect(await check()).toBeUndefined();
    expect(mails.map(({ to }) => to)).toEqual(['vera@example.com']);
  });
});
