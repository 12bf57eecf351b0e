import type { Request, RequestHandler, Response } from 'express';
import { z } from 'zod';
import { isStorableText, unstorableText } from '../../platform/storable-text.ts';
import { OAuthError, type OAuthErrorCode } from './oauth-error.ts';

/** Text without what Postgres can't store. */
export const StorableText = z.string().refine(isStorableText, unstorableText);

/**
 * Reads a request's body with a parser of Express, and returns it.
 * @throws OAuthError with `code`: 413 if the body is too large, else 400.
 */
export async function parseBody(
  parser: RequestHandler,
  request: Request,
  response: Response,
  code: OAuthErrorCode,
): Promise<unknown> {
  await new Promise<void>((resolve, reject) => {
    void parser(request, response, (error?: unknown) => {
      if (error === undefined) resolve();
      else reject(toOAuthError(error, code));
    });
  });
  return request.body;
}

/** The error for what a client sent; anything else, such as a fault of the server, stays as it is. */
function toOAuthError(error: unknown, code: OAuthErrorCode): unknown {
  const status = error instanceof Error && 'status' in error ? Number(error.status) : 500;
  if (!(status < 500)) return error;
  if (status === 413) return new OAuthError(code, 'The body is too large; send less than 16 kB.', { status });
  return new OAuthError(code, 'The body could not be read; check its format, its encoding and its Content-Type.');
}

/** Checks the form in a request's body. @throws OAuthError invalid_request with the first invalid field. */
export function readBody<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new OAuthError('invalid_request', describeFault(parsed.error));
}

/** A sentence about the first invalid field. */
export function describeFault({ issues: [issue] }: z.ZodError): string {
  return `${issue?.path.join('.') || 'The body'}: ${issue?.message ?? 'is not valid'}.`;
}
