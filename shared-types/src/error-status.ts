/** Error codes of the versioned API and the HTTP status each one travels with (docs/reference/errors.md#codes). */
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
