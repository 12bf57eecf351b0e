import { createTransport } from 'nodemailer';
import type { MailConfig } from './config.ts';
import { toOneLine } from './one-line.ts';
import type { Log } from './log.ts';

/** A mail in plain text. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Becomes the Message-ID: a mailbox that gets a mail twice can recognize the second. */
  readonly id?: string;
  /** The discussion that the mail belongs to: mail programs show the mails of one together. */
  readonly discussion?: string;
}

/** Sends mails; the platform has none if SMTP_URL is not set. */
export interface Mailer {
  /** Returns whether the mail server accepted the mail; a failure is logged, without the text. */
  send(mail: Mail): Promise<boolean>;
  close(): void;
}

const timeoutMs = 15_000;

/** Sends over SMTP_URL as MAIL_FROM. */
export function createMailer({ smtpUrl, from }: MailConfig, log: Log): Mailer {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // The content of mails is ours: no file or address is read for it.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = /@([^\s<>]+)/u.exec(from)?.[1] ?? 'localhost';
  return {
    async send({ to, subject, text, id, discussion }) {
      try {
        await transport.sendMail({
          from,
          // An object, because a string is parsed, and a comma in it would separate recipients.
          to: { name: '', address: to },
          subject: toOneLine(subject),
          text,
          ...(id === undefined ? {} : { messageId: `<${id}@${domain}>` }),
          // All reply to a mail that was never sent, so that none depends on another one that may be deleted or lost.
          ...(discussion !== undefined && {
            inReplyTo: `<${discussion}@${domain}>`,
            references: `<${discussion}@${domain}>`,
          }),
        });
        return true;
      } catch (error) {
        log.warn({ err: error }, 'a mail was not sent');
        return false;
      }
    },
    close: () => transport.close(),
  };
}
