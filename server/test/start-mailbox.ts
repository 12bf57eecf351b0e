import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  readonly from: string;
  readonly to: string;
  /** Headers and body; line breaks and equals signs are decoded, other quoted-printable characters are not. */
  readonly text: string;
}

/** What a mailbox awaits before it accepts; a rejection refuses, with its `responseCode` or 450. */
export interface MailboxRules {
  onRecipient?(address: string): Promise<unknown>;
  onMail?(mail: ReceivedMail): Promise<unknown>;
}

export interface Mailbox {
  /** For SMTP_URL. */
  readonly url: string;
  /** The accepted mails, one for each recipient. */
  readonly mails: ReceivedMail[];
  close(): Promise<void>;
}

/** A real SMTP server on loopback that keeps the mails that it receives. */
export async function startMailbox({ onRecipient, onMail }: MailboxRules = {}): Promise<Mailbox> {
  const mails: ReceivedMail[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      void answer(async () => onRecipient?.(address), done);
    },
    onData(stream, { envelope }, done) {
      const pieces: Buffer[] = [];
      stream.on('data', (piece: Buffer) => pieces.push(piece));
      stream.on('end', () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        const text = Buffer.concat(pieces).toString().replaceAll('=\r\n', '').replaceAll('=3D', '=');
        const received = envelope.rcptTo.map(({ address: to }) => ({ from, to, text }));
        const accept = async () => {
          await Promise.all(received.map(async (mail) => onMail?.(mail)));
          mails.push(...received);
        };
        void answer(accept, done);
      });
    },
  });
  // A sender that is killed drops its connections.
  smtp.on('error', () => undefined);
  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
    mails,
    close: async () => new Promise((resolve) => smtp.close(resolve)),
  };
}

/** Accepts once the rule has been followed, and refuses with its rejection. */
async function answer(rule: () => Promise<unknown>, done: (refusal?: Error) => void): Promise<void> {
  const refusal = await rule().then(
    () => undefined,
    (error: Error) => error,
  );
  done(refusal);
}
