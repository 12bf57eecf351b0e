import { afterAll, expect, test } from 'vitest';
import { signUpOwner } from '../../../../test/browser.ts';
import { eventually } from '../../../../test/client.ts';
import { startMailServer } from '../../../../test/start-mail-server.ts';
import { startMailbox } from '../../../../test/start-mailbox.ts';
import { startServer } from '../../../../test/start-server.ts';

let isRefusing = false;
const { url, mails, close } = await startMailbox({
  async onMail() {
    if (isRefusing) throw new Error('mailbox full');
  },
});
const silent = await startMailServer(() => '');
afterAll(async () => {
  await silent.close();
  await close();
});

/** Reads quoted-printable text, whose line breaks were removed. */
const decodeMail = (text: string): string =>
  text.replaceAll(/(?:=[0-9A-F]{2})+/gu, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString());

test('an invitation is mailed with its link, and created even if the mail is refused', async () => {
  const server = await startServer({
    SMTP_URL: url,
    MAIL_FROM: 'Portico <portico@example.com>',
    PUBLIC_URL: 'https://portico.example.com',
  });
  try {
    const owner = await signUpOwner(server);
    await owner.send('PATCH', '/api/v1/me', { body: { name: 'Ada\u2028Lovelace, Bcc: x@example.com' } });
    const workspace = 'Desk\n\nYour account is locked:\u202e\nhttps://evil.example';
    expect((await owner.send('PATCH', '/api/v1/workspace', { body: { name: workspace } })).status).toBe(200);
    const invite = async (email: string) =>
      owner.send('POST', '/api/v1/invitations', { body: { email, role: 'viewer' } });
    const { link, mailed } = (await invite('grace@example.com')).body.data;
    expect(mailed).toBe(true);
    const mail = await eventually(async () => mails[0]);
    expect([mail.from, mail.to]).toEqual(['portico@example.com', 'grace@example.com']);
    expect(mail.text).toContain(link);
    expect(mail.text).toMatch(/^Subject: .*Ada/m);
    // Names of people and workspaces add no lines to the text.
    expect(decodeMail(mail.text)).toContain(
      '\r\n\r\nAda Lovelace, Bcc: x@example.com invites you to the workspace Desk Your account is locked: https://evil.example on Portico.\r\n',
    );
    isRefusing = true;
    const refused = await invite('joan@example.com');
    expect([refused.status, refused.body.data.mailed]).toEqual([201, false]);
    expect(mails).toHaveLength(1);
  } finally {
    await server.close();
  }
});

test.each([
  ['can’t be reached', 'smtp://127.0.0.1:9', false],
  ['doesn’t respond', silent.url, true],
])('an invitation is created soon if the mail server %s', async (_, smtpUrl, expected) => {
  const server = await startServer({ SMTP_URL: smtpUrl, MAIL_FROM: 'portico@example.com' });
  try {
    const owner = await signUpOwner(server);
    const body = { email: 'grace@example.com', role: 'viewer' };
    const { data } = (await owner.send('POST', '/api/v1/invitations', { body })).body;
    // One that is only slow may still accept the mail.
    expect(data.mailed).toBe(expected);
    expect(data.link).toContain('#invitation=');
  } finally {
    await server.close();
  }
});
