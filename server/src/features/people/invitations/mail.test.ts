import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUpOwner } from '../../../../test/browser.ts';
import { eventually } from '../../../../test/client.ts';
import { startServer } from '../../../../test/start-server.ts';

const received: { from: string; to: string[]; text: string }[] = [];
let isRefusing = false;
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, { envelope }, done) {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => {
      if (isRefusing) {
        done(new Error('mailbox full'));
        return;
      }
      const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
      const to = envelope.rcptTo.map(({ address }) => address);
      received.push({
        from,
        to,
        text: Buffer.concat(chunks).toString().replaceAll('=\r\n', '').replaceAll('=3D', '='),
      });
      done();
    });
  },
});
beforeAll(async () => {
  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
});
afterAll(async () => {
  await new Promise<void>((resolve) => {
    smtp.close(resolve);
  });
});

/** Reads quoted-printable text, whose line breaks were removed. */
const decodeMail = (text: string): string =>
  text.replaceAll(/(?:=[0-9A-F]{2})+/gu, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString());

test('an invitation is mailed with its link, and created even if the mail is refused', async () => {
  const server = await startServer({
    SMTP_URL: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
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
    const mail = await eventually(async () => received[0]);
    expect([mail.from, mail.to]).toEqual(['portico@example.com', ['grace@example.com']]);
    expect(mail.text).toContain(link);
    expect(mail.text).toMatch(/^Subject: .*Ada/m);
    // Names of people and workspaces add no lines to the text.
    expect(decodeMail(mail.text)).toContain(
      '\r\n\r\nAda Lovelace, Bcc: x@example.com invites you to the workspace Desk Your account is locked: https://evil.example on Portico.\r\n',
    );
    isRefusing = true;
    expect((await invite('joan@example.com')).status).toBe(201);
    expect(received).toHaveLength(1);
  } finally {
    await server.close();
  }
});
