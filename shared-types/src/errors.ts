import { z } from 'zod';

/** Error codes of the versioned API and the HTTP status each one travels with (spec section 7). */
export const errorStatus = {
  invalid_api_key: 401,
  expired_api_key: 401,
  revoked_api_key: 401,
  insufficient_scope: 403,
  rate_limit_exceeded: 429,
  resource_not_found: 404,
  validation_error: 400,
  execution_failed: 500,
  internal_error: 500,
  service_unavailable: 503,
} as const;

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

/** One fault of a request; `path` reads like `body.definition.nodes[0].id`. */
export const FieldError = z.object({ path: z.string(), message: z.string() });
export type FieldError = z.infer<typeof FieldError>;

/** The error a run, a reply or a submission carries once it has failed. */
export const RunError = z.object({ code: z.string(), message: z.string() });
export type RunError = z.infer<typeof RunError>;
