import { z } from 'zod';

// In a module without schemas, because the client needs it in every bundle.
export { errorStatus } from './error-status.ts';

export const ErrorCode = z.enum([
  'invalid_api_key',
  'expired_api_key',
  'revoked_api_key',
  'insufficient_scope',
  'rate_limit_exceeded',
  'resource_not_found',
  'validation_error',
  'execution_failed',
  'internal_error',
  'service_unavailable',
]);
export type ErrorCode = z.infer<typeof ErrorCode>;

/**
 * The fault of one part of a request, for programs: front ends translate it for the visitor. Later versions may add
 * codes; treat an unknown one like `invalid`.
 */
export const FieldCode = z.enum([
  'required',
  'invalid',
  'unknown_field',
  'invalid_type',
  'invalid_format',
  'invalid_text',
  'invalid_url',
  'invalid_email',
  'invalid_date',
  'invalid_number',
  'invalid_option',
  'too_short',
  'too_weak',
  'too_long',
  'too_few',
  'too_many',
  'too_small',
  'too_large',
  'taken',
  'in_use',
  'not_found',
  'not_allowed',
  'consent_required',
  'reply_in_progress',
  'not_last_reply',
  'agent_unavailable',
  'chat_deleted',
  'chat_paused',
  'agent_silent',
  'not_in_this_state',
  'already_decided',
  'file_type',
  'file_too_large',
  'file_empty',
  'file_damaged',
  'file_encrypted',
  'file_too_complex',
  'file_without_text',
  'file_not_found',
  'too_many_files',
  'files_not_accepted',
  'too_many_urls',
  'urls_not_accepted',
  'url_refused',
  'url_unreachable',
]);
export type FieldCode = z.infer<typeof FieldCode>;

/** One fault of a request; `path` reads like `body.definition.nodes[0].id`. */
export const FieldError = z.object({ path: z.string(), message: z.string(), code: FieldCode });
export type FieldError = z.infer<typeof FieldError>;

/**
 * Why a visitor's request was rejected or failed later, if no single field is invalid. Later versions may add reasons;
 * treat an unknown one like `internal`.
 */
export const ErrorReason = z.enum([
  'not_found',
  'session_invalid',
  'session_expired',
  'identity_invalid',
  'identity_expired',
  'link_read_only',
  'too_many_requests',
  'daily_limit',
  'too_many_streams',
  'model_unavailable',
  'failed',
  'owner_message',
  'storage_unavailable',
  'storage_full',
  'search_unavailable',
  'stopping',
  'unavailable',
  'internal',
]);
export type ErrorReason = z.infer<typeof ErrorReason>;

/**
 * Codes of work that failed after it was accepted: a run, a reply, a submission, a task. Front ends translate these.
 * Any other code was chosen by the owner of the workflow (a `fail` node), whose message is meant for visitors.
 */
export const RunErrorCode = z.enum([
  'execution_failed',
  'execution_cancelled',
  'execution_timeout',
  'node_execution_failed',
  'node_timeout',
  'template_error',
  'approval_rejected',
  'budget_exceeded',
  'service_unavailable',
  'content_unreadable',
]);
export type RunErrorCode = z.infer<typeof RunErrorCode>;

/** The error of a failed run, reply or submission; `code` is a RunErrorCode or the owner's own. */
export const RunError = z.object({ code: z.string(), message: z.string() });
export type RunError = z.infer<typeof RunError>;
