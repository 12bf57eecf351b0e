import { describe, expect, test } from 'vitest';
import { call, eventually } from '../../../../test/client.ts';
import { startHelpDesk } from '../../../../test/start-help-desk.ts';
import { endWaiting } from '../handover/request-handover.ts';

const { server, receiver, mails, next, sql, visit, act, configure, hurry, pending, allSent } = await startHelpDesk();

describe('a notice to the team', () => {
  test('is sent once to each address and to the webhook, and again if nobody accepts', async () => {
    await configure({
      notify_after_seconds: 3_000,
      // The same address in two spellings.
      notice_emails: ['a@example.com', 'b@example.com', 'A@Example.com'],
      notice_webhook_url: `${receiver.url}/slack`,
    });
    const visitor = await visit();
    await visitor.send('POST', '/handover', { reason: 'A refund' });
    await sql(`UPDATE conversation_notices SET due_at = now() WHERE number = 1`);
    await eventually(async () => (mails.length === 2 && receiver.received.length === 1 ? true : undefined));
    expect(mails.map(({ to }) => to).toSorted()).toEqual(['a@example.com', 'b@example.com']);
    expect(mails[0]?.text).toContain('A refund');
    expect(JSON.parse(receiver.received[0]?.text ?? '')).toEqual({
      text: expect.stringContaining(visitor.conversationId),
    });
    await hurry();
    await eventually(async () => (mails.length === 4 && receiver.received.length === 2 ? true : undefined));
    await allSent();
    expect([mails.length, receiver.received.length]).toEqual([4, 2]);
  });

  test('has the visitor’s last words, which mention nobody in Slack and hide no address', async () => {
    await configure({
      notify_after_seconds: 0,
      notice_emails: ['a@example.com'],
      notice_webhook_url: `${receiver.url}/slack`,
    });
    const visitor = await visit();
    await visitor.send('POST', '/messages', { content: 'First' });
    // The agent has replied since.
    await visitor.send('POST', '/messages', { content: '<!channel> & <https://evil.example|the console>' });
    await visitor.send('POST', '/handover', {});
    await eventually(async () => (mails.length === 1 && receiver.received.length === 1 ? true : undefined));
    await allSent();
    expect(mails[0]?.text).toContain('<!channel> & <https://evil.example|the console>');
    const [subject, words, link] = JSON.parse(receiver.received[0]?.text ?? '').text.split('\n');
    expect(subject).toBe('A visitor waits for a person (Help desk)');
    expect(words).toBe('&lt;!channel&gt; &amp; &lt;https://evil.example|the console&gt;');
    expect(link).toBe(`${server.platform.publicUrl}/console/conversations/${visitor.conversationId}`);
  });

  test.each([
    '/workflows/0a1b/triggers/manual/paths/invoke',
    '/powerautomate/automations/direct/workflows/0a1b/triggers/manual/paths/invoke',
    // A workflow that somebody made without the template.
    '/workflows/0a1b/triggers/When_an_HTTP_request_is_received/paths/invoke',
  ])('is an Adaptive Card for a workflow of Teams, which shows nothing else: %s', async (path) => {
    await configure({
      notify_after_seconds: 0,
      notice_emails: ['a@example.com'],
      notice_webhook_url: `${receiver.url}${path}?api-version=1&sig=secret`,
    });
    const visitor = await visit();
    await visitor.send('POST', '/messages', { content: 'Read [this](https://evil.example)\nplease' });
    await visitor.send('POST', '/handover', {});
    await eventually(async () => (receiver.received.length === 1 ? true : undefined));
    await allSent();
    const sent = JSON.parse(receiver.received[0]?.text ?? '');
    const url = `${server.platform.publicUrl}/console/conversations/${visitor.conversationId}`;
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
    await configure({
      notify_after_seconds: 0,
      notice_emails: ['a@example.com'],
      notice_webhook_url: `${receiver.url}/workflows/0a1b/triggers/manual/paths/invoke`,
    });
    const visitor = await visit();
    await visitor.send('POST', '/messages', { content: 'Hello' });
    await visitor.send('POST', '/handover', { reason: `I need help\n\nwith these:\n${'7\n'.repeat(900)}` });
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
    await configure({
      notify_after_seconds: 0,
      notice_emails: ['a@example.com'],
      notice_webhook_url: `${receiver.url}/slack`,
    });
    const preChat = { enabled: true, fields: [{ name: 'name', label: 'Name', type: 'text', required: true }] };
    const name = 'Jo\u202e\r\nBcc: b@example.com\u2028\u2066';
    const visitor = await visit({ pre_chat: preChat }, { preChat: { name } });
    await visitor.send('POST', '/handover', {});
    await eventually(async () => (mails.length === 1 && receiver.received.length === 1 ? true : undefined));
    await allSent();
    const expected = 'Jo Bcc: b@example.com waits for a person (Help desk)';
    expect(/(?<=^Subject: ).*/mu.exec(mails[0]?.text ?? '')?.[0]).toBe(expected);
    expect(JSON.parse(receiver.received[0]?.text ?? '').text.split('\n')[0]).toBe(expected);
    const shown = (await call(server, 'GET', `/api/v1/conversations/${visitor.conversationId}`)).body.data;
    expect(shown.visitor.name).toBe('Jo Bcc: b@example.com');
  });

  test('is sent again for a later handover, and so is the second one', async () => {
    await configure({ notify_after_seconds: 3_000, notice_emails: ['a@example.com'], notice_webhook_url: null });
    const visitor = await visit();
    const since = async () =>
      (await call(server, 'GET', `/api/v1/conversations/${visitor.conversationId}`)).body.data.waiting_since;
    await visitor.send('POST', '/handover', { reason: 'A refund' });
    const began = await since();
    await sql(`UPDATE conversation_notices SET due_at = now() WHERE number = 1`);
    await eventually(async () => (mails.length === 1 ? true : undefined));
    // The wait times out; its second notice is replaced by those of the next wait.
    await sql(`UPDATE conversations SET timeout_at = now() WHERE timeout_at IS NOT NULL`);
    await endWaiting(server.platform);
    await visitor.send('POST', '/handover', { reason: 'Still a refund' });
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
    await configure({ notify_after_seconds: 3_000, notice_emails: ['a@example.com'], notice_webhook_url: null });
    const read = await visit();
    await read.send('POST', '/handover', {});
    await act(read, 'read');
    expect(await pending()).toBe(1);
    await hurry();
    await allSent();
    expect(mails.map(({ text }) => /still waits/.test(text))).toEqual([true]);
    const accepted = await visit();
    await accepted.send('POST', '/handover', {});
    await act(accepted, 'accept');
    expect(await pending()).toBe(0);
  });

  test('is retried when the mail server refuses it', async () => {
    await configure({ notify_after_seconds: 0, notice_emails: ['a@example.com'], notice_webhook_url: null });
    next.refusals = 1;
    const visitor = await visit();
    await visitor.send('POST', '/handover', {});
    await eventually(async () => (next.refusals === 0 ? true : undefined));
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
    await configure({
      notice_emails: ['a@example.com', 'b@example.com'],
      notice_webhook_url: `${receiver.url}/slack`,
    });
    const visitor = await visit({ limits: { daily_messages: 5 } });
    for (let i = 0; i < 4; i += 1) await visitor.send('POST', '/messages', { content: `${i}` });
    const warning = 'Help desk has used 80 % of its daily messages (4 of 5)';
    await eventually(async () => (mails.length === 2 && receiver.received.length === 1 ? true : undefined));
    expect(mailed()).toEqual([`a@example.com: ${warning}`, `b@example.com: ${warning}`]);
    const screen = `${server.platform.publicUrl}/console/chat/${visitor.id}/access`;
    expect(JSON.parse(receiver.received[0]?.text ?? '').text.split('\n')).toEqual([
      warning,
      'Once they are used up, visitors get no answers until midnight UTC, unless you raise daily_messages:',
      screen,
    ]);
    expect(mails[0]?.text).toContain(screen);
    for (let i = 4; i < 8; i += 1) await visitor.send('POST', '/messages', { content: `${i}` });
    await eventually(async () => (mails.length === 4 && receiver.received.length === 2 ? true : undefined));
    await allSent();
    expect([mails.length, receiver.received.length]).toEqual([4, 2]);
    expect(posted()).toEqual([warning, 'Help desk has used up its daily messages (5 of 5)']);
  });

  test('of a form names its screen, and is retried when the mail server refuses it', async () => {
    await configure({ notice_emails: ['a@example.com'], notice_webhook_url: null });
    next.refusals = 1;
    const agent = await call(server, 'POST', '/api/v1/agents', { body: { name: 'Guide' } });
    const target = { target_type: 'agent', agent_id: agent.body.data.id };
    const body = { title: 'Ask us', ...target, limits: { daily_submissions: 1 } };
    const form = (await call(server, 'POST', '/api/v1/form-interfaces', { body })).body.data;
    const path = `/api/public/form-interfaces/${form.slug}/submissions`;
    expect((await call(server, 'POST', path, { key: null, body: { message: 'Hello' } })).status).toBe(202);
    await eventually(async () => (next.refusals === 0 ? true : undefined));
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
