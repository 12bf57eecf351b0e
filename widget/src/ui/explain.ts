import type { Texts } from '@portico/shared-types/languages/en/widget';
import { fill } from '../locales/load-texts.ts';
import type { Wait } from '../models/limit.ts';
import type { Face } from '../face.ts';
import type { ChatError, ChatMessage } from '../types.ts';

/** Longer waits are shown as a clock time: nobody counts seconds for minutes. */
const maxCountdownSeconds = 90;

/**
 * Why a message was not sent, in the visitor's language; empty if there is nothing that the visitor could do about it.
 */
export function explainMessage(error: ChatError | null, rules: Face['uploads'], texts: Texts): string {
  if (error?.code === 'resource_not_found') return texts.unavailable;
  if (error?.code !== 'validation_error') return '';
  if (error.reason === 'too_long') return texts.messageTooLong;
  return error.reason === 'too_many_files' ? fill(texts.tooManyFiles, { count: rules.maxFiles }) : '';
}

/** Why a reply was not finished. At the end of a daily cap, the server's message is meant for the visitor. */
export function explainFailure({ error }: ChatMessage, texts: Texts): string {
  if (error?.code === 'rate_limit_exceeded') return error.message;
  return error?.code === 'service_unavailable' ? texts.unavailable : texts.replyFailed;
}

/** How long the visitor has to wait: a countdown, or a clock time. Only a text by the owner is shown unchanged. */
export function explainWait({ until, error }: Wait, seconds: number, texts: Texts, language: string): string {
  const ownerText = error.reason === 'owner_message' ? error.message : '';
  if (!ownerText && seconds <= maxCountdownSeconds) return fill(texts.limited, { n: seconds });
  return `${ownerText} ${fill(texts.limitedUntil, { time: formatTime(until, language) })}`.trim();
}

/** A time of day, with the day of the week if it isn't today. */
function formatTime(time: number, language: string): string {
  const date = new Date(time);
  const isToday = date.toDateString() === new Date().toDateString();
  const weekday = isToday ? undefined : 'long';
  return date.toLocaleString(language, { weekday, hour: 'numeric', minute: '2-digit' });
}
