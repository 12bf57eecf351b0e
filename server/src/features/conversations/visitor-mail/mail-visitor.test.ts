import { describe, expect, test } from 'vitest';
import { call, eventually, type TestAnswer } from '../../../../test/client.ts';
import type { OpenChat } from '../../../../test/open-chat.ts';
import { signIdentity } from '../../../../test/sign-identity.ts';
import { startHelpDesk } from '../../../../test/start-help-desk.ts';
import type { ReceivedMail } from '../../../../test/start-mailbox.ts';

const { server, mails, next, sql, visit, act, configure, hurry, pending, allSent } = await startHelpDesk();

/** Does `work` while the first mail is being sent, and waits for a second one. */
async function mailWhile(work: () => Promise<unknown>): Promise<void> {
  next.meanwhile = async () => {
    next.meanwhile = async () => undefined;
    await work();
  };
  await eventually(async () => {
    await hurry();
    return mails.length === 2 ? true : undefined;
  });
  await allSent();
}

describe('a person’s message to a visitor who is away', () => {
  const link = (mail: ReceivedMail | undefined): URL =>
    new URL(/https?:\/\/\S+#portico-resume=\S+/.exec(mail?.text ?? '')?.[0] ?? '');

  test('is mailed, combined with others, with a link that works once and reopens an ended session', async () => {
    const visitor = await visit({}, { locale: 'de' });
    await visitor.send('POST', '/messages', { content: 'Hello' });
    await visitor.send('POST', '/email', { email: 'kim@example.com' });
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
    const again = await call(server, 'POST', visitor.sessions, {
      key: null,
      body: { resumeLink, pageUrl: target.href },
    });
    expect(again).toMatchObject({ status: 201, body: { data: { threadId: visitor.threadId } } });
    // The team sees the page, but no token.
    const pageOf = async () =>
      (await call(server, 'GET', `/api/v1/conversations/${visitor.conversationId}`)).body.data.page_url;
    expect(await pageOf()).toBe(`${target.origin}${target.pathname}`);
    const page = { url: `https://shop.example/cart#top&portico-resume=${resumeLink}` };
    const changed = await call(server, 'PATCH', `${visitor.sessions}/${again.body.data.id}`, {
      key: null,
      headers: { Authorization: `Bearer ${again.body.data.token}` },
      body: { page },
    });
    expect([changed.status, await pageOf()]).toEqual([200, 'https://shop.example/cart#top']);
    expect(again.body.data.messages.map(({ content }: { content: string }) => content)).toContain('Second.');
    expect((await call(server, 'POST', visitor.sessions, { key: null, body: { resumeLink } })).status).toBe(401);
    await act(visitor, 'messages', { content: 'Third.' });
    await hurry();
    await allSent();
    expect(mails[1]?.text).toContain('Third.');
    expect(mails[1]?.text).not.toContain('Second.');
  });

  async function logIn(visitor: OpenChat, user: { userId: string; email?: string }): Promise<TestAnswer> {
    const body = { resume: visitor.token, identity: signIdentity(visitor.secret, user) };
    return call(server, 'POST', visitor.sessions, { key: null, body });
  }
  const follow = async ({ sessions }: OpenChat, mail: ReceivedMail | undefined): Promise<TestAnswer> => {
    const resumeLink = link(mail).hash.replace('#portico-resume=', '');
    return call(server, 'POST', sessions, { key: null, body: { resumeLink } });
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
      await visitor.send('POST', '/messages', { content: 'Hello' });
      if (!('preChat' in begin)) await visitor.send('POST', '/email', { email: 'first@example.com' });
      await act(visitor, 'messages', { content: 'First.' });
      await hurry();
      await allSent();
      expect(mails.map(({ to }) => to)).toEqual(['first@example.com']);
      const named = await logIn(visitor, user);
      expect(named).toMatchObject({ status: 201, body: { data: { threadId: visitor.threadId } } });
      const refused = await follow(visitor, mails[0]);
      expect([refused.status, refused.body.error?.code]).toEqual([401, 'invalid_api_key']);
      const { body } = await call(server, 'GET', `/api/v1/conversations/${visitor.conversationId}`);
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
    await configure({ notify_after_seconds: 0, notice_emails: ['a@example.com'], notice_webhook_url: null });
    const visitor = await visit();
    await visitor.send('POST', '/email', { email: 'eva@example.com' });
    await visitor.send('POST', '/messages', { content: 'Hello' });
    await visitor.send('POST', '/handover', {});
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
    await visitor.send('POST', '/messages', { content: 'Hello' });
    await visitor.send('POST', '/email', { email: 'una@example.com' });
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
    await visitor.send('POST', '/messages', { content: 'Hello' });
    await visitor.send('POST', '/email', { email: 'kai@example.com' });
    await act(visitor, 'messages', { content: 'First.' });
    await mailWhile(async () => act(visitor, 'messages', { content: 'Second.' }));
    expect(mails.map(({ text }) => /First\.|Second\./.exec(text)?.[0])).toEqual(['First.', 'Second.']);
    expect(mails).toHaveLength(2);
  });

  test('is mailed if the visitor leaves the address after it', async () => {
    const visitor = await visit();
    await visitor.send('POST', '/messages', { content: 'Hello' });
    await act(visitor, 'messages', { content: 'How can we reach you?' });
    expect(await pending()).toBe(0);
    await visitor.send('POST', '/email', { email: 'ida@example.com' });
    await hurry();
    await allSent();
    expect(mails.map(({ to }) => to)).toEqual(['ida@example.com']);
    expect(mails[0]?.text).toContain('How can we reach you?');
    await visitor.send('POST', '/email', { email: 'ida@example.com' });
    expect(await pending()).toBe(0);
  });

  test.each([
    ['https://shop.example', 'https://shop.example'],
    ['https://*.example.com', 'https://shop.example.com'],
  ])('links to the page where the visitor wrote if its origin is listed: %s', async (listed, origin) => {
    const page = `${origin}/orders?id=1`;
    const visitor = await visit({ allowed_origins: [listed] }, { pageUrl: page });
    await visitor.send('POST', '/email', { email: 'lee@example.com' });
    await visitor.send('POST', '/messages', { content: 'Hello' });
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
    await visitor.send('POST', '/email', { email: 'pia@example.com' });
    await visitor.send('POST', '/messages', { content: 'Hello' });
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
      await visitor.send('PATCH', '', { page: { url: pageUrl } });
      await act(visitor, 'messages', { content: pageUrl });
      await hurry();
      await allSent();
      expect(link(mails.at(-1)).pathname).toBe(`/chat/${visitor.slug}`);
      await sql('DELETE FROM visitor_mails');
    }
  });

  test('belongs to one discussion in mail programs, and names the files that were sent', async () => {
    const visitor = await visit();
    await visitor.send('POST', '/email', { email: 'lou@example.com' });
    await visitor.send('POST', '/messages', { content: 'Hello' });
    const form = new FormData();
    form.set('file', new File(['%PDF-1.4'], 'Übersicht 1.txt', { type: 'text/plain' }));
    const file = await call(server, 'POST', '/api/v1/files', { form });
    await act(visitor, 'messages', { content: 'Here it is.', attachments: [file.body.data.id] });
    await mailWhile(async () => act(visitor, 'messages', { content: 'And one more thing.' }));
    await act(visitor, 'messages', { content: 'The next day.' });
    await hurry();
    await allSent();
    const header = (name: string) =>
      mails.map(({ text }) => new RegExp(`^${name}: (.*)`, 'mu').exec(text)?.[1]?.trim());
    const root = `<${visitor.conversationId}@example.com>`;
    expect(header('In-Reply-To')).toEqual([root, root, root]);
    expect(header('References')).toEqual([root, root, root]);
    expect(new Set(header('Message-ID')).size).toBe(3);
    expect(new Set(header('Subject')).size).toBe(1);
    const decoded = (mails[0]?.text ?? '').replaceAll(/(?:=[0-9A-F]{2})+/gu, (bytes) =>
      Buffer.from(bytes.replaceAll('=', ''), 'hex').toString(),
    );
    expect(decoded).toContain('Here it is.\r\n📎 Übersicht 1.txt\r\n');
  });

  test('is mailed five times an hour to one address, however many conversations are due at once', async () => {
    const address = 'sam@example.com';
    for (let count = 0; count < 8; count += 1) {
      const visitor = await visit();
      await visitor.send('POST', '/messages', { content: 'Hello' });
      await visitor.send('POST', '/email', { email: address });
      await act(visitor, 'messages', { content: 'Hi!' });
    }
    await hurry();
    const putOff = `SELECT 1 FROM conversation_notices WHERE due_at > now() + interval '50 minutes'`;
    await eventually(async () => ((await pending()) === 3 && (await sql(putOff)).length === 3 ? true : undefined));
    expect(mails.map(({ to }) => to)).toEqual(Array.from({ length: 5 }, () => address));
    await sql('DELETE FROM conversation_notices');
  });
});
