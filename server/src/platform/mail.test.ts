import { afterEach, expect, test } from 'vitest';
import { answerWithoutEnd, type MailServer, startMailServer } from '../../test/start-mail-server.ts';
import { createLog } from './log.ts';
import { createMailer } from './mail.ts';

let server: MailServer | undefined;
afterEach(() => server?.close());

async function listen(answer: Parameters<typeof startMailServer>[0]): Promise<string> {
  server = await startMailServer(answer);
  return server.url;
}

const lines: string[] = [];
const log = createLog({ logLevel: 'warn' }, [], { write: (line) => void lines.push(line) });
const mail = { to: 'Ada@example.com', subject: 'Hello', text: 'Hi!' };

test('a refused mail is logged without the address of its recipient', async () => {
  const smtpUrl = await listen((line) =>
    line.startsWith('RCPT') ? '550 5.1.1 <ada@example.com>: no such user: Ada@Example.com\r\n' : '250 OK\r\n',
  );
  const mailer = createMailer({ smtpUrl, from: 'desk@example.com' }, log);
  expect(await mailer.send(mail)).toEqual({ state: 'refused', codes: '550 5.1.1' });
  expect(lines.join('')).toContain('550 5.1.1 <[address]>: no such user: [address]');
  expect(lines.join('')).not.toMatch(/ada@example\.com/i);
  mailer.close();
});

// Many servers answer about the sender and the connection only when the recipient is named.
test.each([
  ['550 5.1.1 no such user', 'refused'],
  ['552 5.2.2 mailbox full', 'refused'],
  ['501 5.1.3 bad address', 'refused'],
  ['553 5.1.8 <desk@example.com>: sender address rejected: domain not found', 'failed'],
  ['550 5.1.7 sender address rejected', 'failed'],
  ['504 5.5.2 <portico>: need a fully-qualified host name', 'failed'],
  ['503 need MAIL command', 'failed'],
  ['535 sign in first', 'failed'],
  ['554 5.7.1 relay access denied', 'failed'],
])('an answer that begins with %s: the mail is %s', async (answer, state) => {
  const smtpUrl = await listen((line) => (line.startsWith('RCPT') ? `${answer}\r\n` : '250 OK\r\n'));
  const mailer = createMailer({ smtpUrl, from: 'desk@example.com' }, log);
  expect((await mailer.send(mail)).state).toBe(state);
  mailer.close();
});

test('a mail has failed if the answer of its server does not end', async () => {
  const smtpUrl = await listen((_, socket) => answerWithoutEnd(socket, 10));
  const mailer = createMailer({ smtpUrl, from: 'desk@example.com' }, log, 200);
  expect(await mailer.send(mail)).toEqual({ state: 'failed' });
  mailer.close();
});
