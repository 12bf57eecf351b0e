import { createTransport } from 'nodemailer';
import type { MailConfig } from './config.ts';
import { cutText } from './cut-text.ts';
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
          signal: signal === undefined ? tooLong : AbortSignal.any([signal, tooLong]),
          from,
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
        log.warn({ err: describe(error) }, 'a mail was not sent');
        return readFailure(error);
      }
    },
    close: () => transport.close(),
  };
}

/** What the log says about a failure. Mail servers repeat the address of the recipient, which the log must not keep. */
function describe(error: unknown): Error {
  const { message, code, command } = Object(error) as { message?: unknown; code?: unknown; command?: unknown };
  const text = cutText(String(message), 1_000).replaceAll(/[^\s<>@]+@[^\s<>@]+/gu, '[address]');
  return Object.assign(new Error(text), { code, command });
}

/**
 * The codes of an answer that the same mail would get again (RFC 5321 section 4.2.1, RFC 3463). Not those about the sender
 * (5.1.7, 5.1.8), the connection (503, 504, 5.5) and what the sender may do (53x, 5.7): the owner, or the operator of the
 * mail server, may change that. Many servers give them only when the recipient is named.
 */
const refusal = /^5(?!0[34]|3)\d\d(?![ -]5\.(?:1\.[78]\b|5\.|7\.))(?:[ -]5\.\d+\.\d+)?/;

function readFailure(error: unknown): Sending {
  const { command, response } = Object(error) as { command?: unknown; response?: unknown };
  // Only answers about the recipient and the mail: those about the sign-in and the sender are not about this mail.
  if (typeof response !== 'string' || (command !== 'RCPT TO' && command !== 'DATA')) return { state: 'failed' };
  const codes = refusal.exec(response)?.[0].replace('-', ' ');
  return codes === undefined ? { state: 'failed' } : { state: 'refused', codes };
}
