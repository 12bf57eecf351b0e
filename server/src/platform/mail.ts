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

/**
 * What became of a mail: `failed` may work later, and `refused`, with the codes of the server's answer, such as `550
 * 5.1.1`, won't.
 */
export type Sending = { readonly state: 'sent' | 'failed' } | { readonly state: 'refused'; readonly codes: string };

/** Sends mails; the platform has none if SMTP_URL is not set. */
export interface Mailer {
  /** Sends a mail once; a failure is logged, without the text. It has failed if `signal` fires before the end. */
  send(mail: Mail, signal?: AbortSignal): Promise<Sending>;
  close(): void;
}

const timeoutMs = 15_000;

/** Also ends what is never idle: an answer whose lines don't end. Longer than a pool of busy connections takes. */
const wholeMs = 600_000;
/** Nobody reads the reply of somebody who is absent (RFC 3834); the second is that of Exchange. */
const noAutomaticReply = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'OOF, AutoReply' };

/** Sends over SMTP_URL as MAIL_FROM. A mail that takes longer than `maxMs` has failed. */
export function createMailer({ smtpUrl, from }: MailConfig, log: Log, maxMs = wholeMs): Mailer {
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
    async send({ to, subject, text, id, discussion }, signal) {
      const tooLong = AbortSignal.timeout(maxMs);
      try {
        await transport.sendMail({
          from,
          signal: signal === undefined ? tooLong : AbortSignal.any([signal, tooLong]),
          // An object, because a string is parsed, and a comma in it would separate recipients.
          to: { name: '', address: to },
          subject: toOneLine(subject),
          text,
          headers: noAutomaticReply,
          ...(id === undefined ? {} : { messageId: `<${id}@${domain}>` }),
          // All reply to a mail that was never sent, so that none depends on another one that may be deleted or lost.
          ...(discussion !== undefined && {
            inReplyTo: `<${discussion}@${domain}>`,
            references: `<${discussion}@${domain}>`,
          }),
        });
        return { state: 'sent' };
      } catch (error) {
        log.warn({ err: error }, 'a mail was not sent');
        return readFailure(error);
      }
    },
    close: () => transport.close(),
  };
}

/**
 * The codes of an answer that the same mail would get again (RFC 5321 section 4.2.1, RFC 3463). Not those about what the
 * sender may do, such as 530 and 550 5.7.1: the owner, or the operator of the mail server, may change that.
 */
const refusal = /^5(?!30)\d\d(?![ -]5\.7\.)(?:[ -]5\.\d+\.\d+)?/;

function readFailure(error: unknown): Sending {
  const { command, response } = Object(error) as { command?: unknown; response?: unknown };
  // Only answers about the recipient and the mail: those about the sign-in and the sender are not about this mail.
  if (typeof response !== 'string' || (command !== 'RCPT TO' && command !== 'DATA')) return { state: 'failed' };
  const codes = refusal.exec(response)?.[0].replace('-', ' ');
  return codes === undefined ? { state: 'failed' } : { state: 'refused', codes };
}
