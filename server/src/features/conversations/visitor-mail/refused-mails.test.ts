import { beforeEach, describe, expect, test } from 'vitest';
import { call, eventually } from '../../../../test/client.ts';
import type { OpenChat } from '../../../../test/open-chat.ts';
import { startHelpDesk } from '../../../../test/start-help-desk.ts';

/** The mailboxes that the mail server refuses with the status 550, and its texts. */
const refusals = new Map([
  ['gone@example.com', '5.1.1 No such user'],
  ['left@example.com', 'No such user'],
  ['blocked@example.com', '5.7.1 Your address is blocked'],
]);
/** The refused mailboxes to which mails were sent. */
const tried: string[] = [];
beforeEach(() => {
  tried.length = 0;
});

const { server, receiver, mails, next, sql, visit, act, configure, hurry, allSent } = await startHelpDesk({
  async onRecipient(address) {
    const answer = refusals.get(address);
    if (answer === undefined) return;
    tried.push(address);
    throw Object.assign(new Error(answer), { responseCode: 550 });
  },
});

describe('a person’s message to a visitor who is away', () => {
  test('does not count if the mail server refuses it', async () => {
    const counted = `SELECT 1 FROM visitor_mails WHERE address = 'uma@example.com'`;
    const visitor = await visit();
    await visitor.send('POST', '/email', { email: 'uma@example.com' });
    await visitor.send('POST', '/messages', { content: 'Hello' });
    await act(visitor, 'messages', { content: 'Hi!' });
    next.refusals = 1;
    await hurry();
    const refused = 'SELECT 1 FROM conversation_notices WHERE attempts = 1 AND lease_until IS NULL';
    await eventually(async () => ((await sql(refused)).length > 0 ? true : undefined));
    expect(await sql(counted)).toHaveLength(0);
    await hurry();
    await allSent();
    expect(mails).toHaveLength(1);
    expect(await sql(counted)).toHaveLength(1);
  });

  const leaveReply = async (address: string): Promise<OpenChat> => {
    const visitor = await visit();
    await visitor.send('POST', '/email', { email: address });
    await visitor.send('POST', '/messages', { content: 'Hello' });
    await act(visitor, 'messages', { content: 'Hi!' });
    await hurry();
    return visitor;
  };
  const lastNotice = () => mails.map(({ to, text }) => ({ to, subject: /(?<=^Subject: ).*/mu.exec(text)?.[0], text }));

  test.each([
    ['gone@example.com', '550 5.1.1'],
    ['left@example.com', '550'],
  ])('is sent only once to a mailbox that does not exist, and the team is notified: %s', async (address, code) => {
    await configure({ notice_emails: ['a@example.com'], notice_webhook_url: `${receiver.url}/slack` });
    const { conversationId } = await leaveReply(address);
    await eventually(async () => (mails.length === 1 && receiver.received.length === 1 ? true : undefined));
    await allSent();
    expect(tried).toEqual([address]);
    const subject = 'A reply did not reach its visitor by e-mail (Help desk)';
    expect(lastNotice()).toMatchObject([{ to: 'a@example.com', subject }]);
    expect(JSON.parse(receiver.received[0]?.text ?? '').text.split('\n')).toEqual([
      subject,
      `The mail server has refused the e-mail (${code}). They see the reply if they return to the chat.`,
      `${server.platform.publicUrl}/console/conversations/${conversationId}`,
    ]);
    expect(await sql(`SELECT 1 FROM visitor_mails WHERE address = '${address}'`)).toHaveLength(0);
  });

  test('is retried if the mail server refuses the sender, and the team is notified once it is given up', async () => {
    await configure({ notice_emails: ['a@example.com'], notice_webhook_url: null });
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
      const { data } = (await call(server, 'GET', `/api/v1/chat-interfaces/${visitor.id}/checks`)).body;
      return data.find(({ name }: { name: string }) => name === 'mail');
    };
    expect(await check()).toBeUndefined();
    await visitor.send('POST', '/email', { email: 'vera@example.com' });
    await visitor.send('POST', '/messages', { content: 'Hello' });
    await act(visitor, 'messages', { content: 'Hi!' });
    next.refusals = 6;
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
