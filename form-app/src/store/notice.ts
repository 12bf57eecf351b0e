import type { MessageKey } from '../text/messages.ts';
import type { Texts, TextValues } from '../text/texts.ts';
import type { ApiError } from '../transport/api-error.ts';

/** Something to tell: a text of ours, or one that the server or the form's author wrote. */
export type Notice = { key: MessageKey; values?: TextValues } | { text: string };

/** A notice that belongs to a field, named as in the page's ids, or to the form as a whole. */
export interface Problem {
  field: string;
  notice: Notice;
}

export function sayNotice(texts: Texts, notice: Notice): string {
  return 'text' in notice ? notice.text : texts.say(notice.key, notice.values);
}

/** What to tell of a failed request that blames no field: the server's own words where they were meant for the visitor. */
export function noticeOf(error: ApiError): Notice {
  if (error.status === 0) return { key: 'networkFailed' };
  if (error.status >= 500 || error.message === '') return { key: 'serverFailed' };
  return { text: error.message };
}
