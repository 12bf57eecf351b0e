import type { z } from 'zod';
import { OAuthError } from './oauth-error.ts';

/** Reads the form that a request carries. @throws OAuthError invalid_request with the first field at fault. */
export function readBody<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new OAuthError(
    'invalid_request',
    `${issue?.path.join('.') || 'The body'}: ${issue?.message ?? 'is not valid'}.`,
  );
}
