import { z } from 'zod';
import { Meta } from './envelope.ts';
import { type ErrorCode, ErrorReason, FieldError } from './errors.ts';

/*
 * The error envelope (docs/reference/errors.md#error-envelope) for each status, with the details of its codes
 * (docs/reference/errors.md#codes).
 */

function errorAnswer<Codes extends readonly [ErrorCode, ...ErrorCode[]], Details extends z.ZodType>(
  codes: Codes,
  details: Details,
) {
  return z.object({ error: z.object({ code: z.enum(codes), message: z.string(), details }), meta: Meta });
}

const anything = z.looseObject({});
/** On the public surface: the reason that front ends translate for the visitor. */
const reason = ErrorReason.optional();

/** 400: every invalid field. For a body that is too long also `limit_bytes`, for a resource in use its `users`. */
export const ValidationErrorAnswer = errorAnswer(['validation_error'], z.looseObject({ fields: z.array(FieldError) }));
export type ValidationErrorAnswer = z.infer<typeof ValidationErrorAnswer>;

export const UnauthorizedErrorAnswer = errorAnswer(['invalid_api_key', 'expired_api_key', 'revoked_api_key'], anything);
export type UnauthorizedErrorAnswer = z.infer<typeof UnauthorizedErrorAnswer>;

export const ForbiddenErrorAnswer = errorAnswer(
  ['insufficient_scope'],
  z.object({ required: z.array(z.string()), missing: z.array(z.string()) }),
);
export type ForbiddenErrorAnswer = z.infer<typeof ForbiddenErrorAnswer>;

export const NotFoundErrorAnswer = errorAnswer(
  ['resource_not_found'],
  z.object({ resource: z.string(), id: z.string(), reason }),
);
export type NotFoundErrorAnswer = z.infer<typeof NotFoundErrorAnswer>;

/** 429: `retry_after` in seconds, as in the header Retry-After. */
export const RateLimitErrorAnswer = errorAnswer(
  ['rate_limit_exceeded'],
  z.object({
    retry_after: z.int(),
    // A cap on credits can be a fraction.
    limit: z.number(),
    window: z.enum(['minute', '15_minutes', 'day', 'concurrent']),
    reason,
  }),
);
export type RateLimitErrorAnswer = z.infer<typeof RateLimitErrorAnswer>;

/** 500. If a reply failed (execution_failed), the details contain its `message_id`. */
export const ServerErrorAnswer = errorAnswer(['internal_error', 'execution_failed'], anything);
export type ServerErrorAnswer = z.infer<typeof ServerErrorAnswer>;

/** 503: the header Retry-After specifies when to try again. */
export const UnavailableErrorAnswer = errorAnswer(['service_unavailable'], anything);
export type UnavailableErrorAnswer = z.infer<typeof UnavailableErrorAnswer>;
