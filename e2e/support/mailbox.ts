import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';

export type Mailbox = {
  /** The value for SMTP_URL. */
  url: string;
  /** Waits for the next mail to an address and returns its text. Throws if none comes within `timeoutMs`. */
  next: (address: string, timeoutMs: number) => Promise<string>;
  stop: () => Promise<void>;
};

/** A real SMTP server on loopback that stores received mails. */
export async function startMailbox(): Promise<Mailbox> {
  const mails: { to: string; text: string }[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, done) {
      const pieces: Buffer[] = [];
      stream.on('data', (piece: Buffer) => pieces.push(piece));
      stream.on('end', () => {
        const text = Buffer.concat(pieces).toString().replaceAll('=\r\n', '').replaceAll('=3D', '=');
        for (const { address } of envelope.rcptTo) mails.push({ to: address, text });
        done();
      });
    },
  });
  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
  const address = smtp.server.address();
  if (address === null || typeof address === 'string') throw new Error('the mailbox has no port');
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    next: async (to, timeoutMs) => {
      const deadline = Date.now() + timeoutMs;
      while (Date.now() < deadline) {
        const at = mails.findIndex((mail) => mail.to === to);
        if (at !== -1) return mails.splice(at, 1)[0]?.text ?? '';
        await sleep(250);
      }
      throw new Error(`no mail to ${to} came within ${timeoutMs} ms`);
    },
    stop: async () => new Promise<void>((resolve) => smtp.close(resolve)),
  };
}
