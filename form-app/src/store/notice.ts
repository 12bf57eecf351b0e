import type { MessageKey } from '../text/messages.ts';
import type { Texts, TextValues } from '../text/texts.ts';
import { fieldKey } from '../text/error-keys.ts';
import type { ApiError, FieldFault } from '../transport/api-error.ts';

/** A message to show: one of our texts, or one by the form's owner. */
export type Notice = { key: MessageKey; values?: TextValues } | { text: string };

/** A notice that belongs to a field, named as in the page's ids, or to the form as a whole. */
export interface Problem {
  field: string;
  notice: Notice;
}

export function sayNotice(texts: Texts, notice: Notice): string {
  return 'text' in notice ? notice.text : texts.say(notice.key, notice.values);
}

/** Characters that the server takes in a text field. */
const maxValueLength = 100_000;

/** The notice for a field, a file or an address that the server rejected; null if the error names none. */
export function noticeOfFault(error: ApiError, fault: FieldFault, texts: Texts): Notice {
  const area = /^body\.(?:file|files)\b|^headers\./.test(fault.path)
    ? 'files'
    : /^body\.urls\b/.test(fault.path)
      ? 'urls'
      : 'other';
  if (fault.code === 'too_long' && fault.path.startsWith('body.inputs.')) {
    return { key: 'textTooLongFor', values: { limit: texts.formatCount(maxValueLength) } };
  }
  const { limit = 0 } = error.details;
  const key = fault.code === 'file_too_large' && limit === 0 ? 'fileRefused' : fieldKey(fault.code, area);
  return { key, values: { count: limit, limit: texts.formatSizeLimit(limit) } };
}

/** The notice for a failed request without an invalid field. Only texts by the form's owner are shown unchanged. */
export function noticeOf({ status, message, details: { reason } }: ApiError): Notice {
  if (status === 0) return { key: 'networkFailed' };
  if (reason === 'owner_message' && message !== '') return { text: message };
  if (reason === 'not_found') return { key: 'notAvailableTitle' };
  return { key: status >= 500 ? 'serverFailed' : 'valueInvalid' };
}

/** When the server accepts submissions again, and the owner's text if there is one. */
export interface Limit {
  /** Milliseconds since 1970. */
  until: number;
  text: string | null;
}

/** The limit that a request ran into; null for any other error. */
export function limitOf({ status, message, retryAfter, details }: ApiError): Limit | null {
  if (status !== 429) return null;
  const text = details.reason === 'owner_message' && message !== '' ? message : null;
  return { until: Date.now() + (retryAfter ?? 30) * 1000, text };
}
