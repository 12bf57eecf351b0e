import type { ErrorCode } from '@portico/shared-types';
import type { Socket } from 'socket.io';
import { z } from 'zod';
import { invalid } from '../../platform/errors.ts';
import { toFieldErrors } from '../../platform/http/parse.ts';
import type { Surface } from '../../platform/http/route.ts';
import { toApiError } from '../../platform/http/send-error.ts';
import { detailsOn } from '../../platform/http/surfaces.ts';
import type { Platform } from '../../platform/platform.ts';

/** The event to resume from: a number as in the payloads, or text as in the streams of SSE. */
export const LastEventId = z
  .union([
    z.int().min(0),
    z
      .string()
      .regex(/^\d{1,15}$/u, { message: 'must be a whole number' })
      .transform(Number),
  ])
  .nullish();

/**
 * The error that a refused client gets: the `error` object of the HTTP response
 * (docs/reference/errors.md#error-envelope).
 */
export interface SocketRefusal {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** Makes a namespace's middleware from a check. A refused client gets `connect_error` with the error as its data. */
export function admitSockets(platform: Platform, check: (socket: Socket) => Promise<void>, surface?: Surface) {
  const decide = async (socket: Socket, next: (error?: Error) => void): Promise<void> => {
    let refusal: Error | undefined;
    try {
      await check(socket);
    } catch (error) {
      refusal = Object.assign(new Error('refused'), { data: toRefusal(platform, error, surface) });
    }
    next(refusal);
  };
  return (socket: Socket, next: (error?: Error) => void): void => {
    void decide(socket, next);
  };
}

export function toRefusal(platform: Platform, error: unknown, surface: Surface = 'versioned'): SocketRefusal {
  const known = toApiError(error);
  if (known.status >= 500) platform.log.error({ err: known.cause ?? error, code: known.code }, 'a socket was refused');
  return { code: known.code, message: known.message, details: detailsOn(surface, known) };
}

/** Parses a client's message; throws a 400 that names every invalid field below `root`. */
export function parseSent<T>(root: string, schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw invalid(toFieldErrors(root, result.error.issues));
}
