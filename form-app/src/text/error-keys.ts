import type { FieldCode, RunErrorCode } from '@portico/shared-types/errors';
import type { MessageKey } from './messages.ts';

/** The text for each code of a field; other codes use the text of their area. */
const fieldKeys: Partial<Record<FieldCode, MessageKey>> = {
  required: 'fieldRequired',
  consent_required: 'checkRequired',
  invalid_url: 'urlWrong',
  invalid_date: 'dateInvalid',
  invalid_email: 'emailInvalid',
  invalid_number: 'numberInvalid',
  invalid_option: 'chooseRequired',
  too_long: 'textTooLong',
  file_type: 'fileWrongType',
  file_too_large: 'fileTooLargeFor',
  file_empty: 'fileEmpty',
  file_damaged: 'fileDamaged',
  file_encrypted: 'fileEncrypted',
  file_too_complex: 'fileComplex',
  file_without_text: 'fileNoText',
  file_not_found: 'fileGone',
  too_many_files: 'filesTooManySent',
  files_not_accepted: 'filesNotAccepted',
  too_many_urls: 'urlsTooMany',
  urls_not_accepted: 'urlsNotAccepted',
  url_refused: 'urlRefused',
  url_unreachable: 'urlUnreachable',
};

const areaKeys = { files: 'fileRefused', urls: 'urlUnreachable', other: 'valueInvalid' } as const;

/** The text for a code that the server gave a field, a file or an address. */
export function fieldKey(code: string, area: keyof typeof areaKeys): MessageKey {
  return find(fieldKeys, code) ?? areaKeys[area];
}

const failureKeys: Readonly<Record<RunErrorCode, MessageKey>> = {
  execution_failed: 'failedRun',
  node_execution_failed: 'failedRun',
  template_error: 'failedRun',
  execution_cancelled: 'failedCancelled',
  execution_timeout: 'failedTimeout',
  node_timeout: 'failedTimeout',
  approval_rejected: 'failedRejected',
  budget_exceeded: 'failedBudget',
  service_unavailable: 'failedModel',
  content_unreadable: 'failedUnreadable',
};

/** The text for a failed run; undefined for a code of the form's owner, who wrote the message to the visitor. */
export function failureKey(code: string): MessageKey | undefined {
  return find(failureKeys, code);
}

function find(keys: Readonly<Record<string, MessageKey | undefined>>, code: string): MessageKey | undefined {
  return Object.hasOwn(keys, code) ? keys[code] : undefined;
}
