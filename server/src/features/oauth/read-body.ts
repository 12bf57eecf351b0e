import type { z } from 'zod';
import { OAuthError } from './oauth-error.ts';

/** Parses the form in a request's body. @throws OAuthError invalid_request with the first invalid field. */
export function readBody<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new OAuthError(
    'invalid_request',
    `${issue?.path.join('.') || 'The body'}: ${issue?.message ?? 'is not valid'}.`,
  );
}
