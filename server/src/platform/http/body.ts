import express, { type Request, type Response } from 'express';
import { type ApiError, invalid } from '../errors.ts';

/** JSON bodies are limited to 1 MiB (docs/reference/addresses.md#requests). */
const bodyLimitBytes = 1_048_576;

const raw = express.raw({ type: () => true, limit: bodyLimitBytes });

/** Reads the whole body, decompressed if necessary. Throws 400 with `limit_bytes` if it is too long. */
export async function readBody(request: Request): Promise<Buffer> {
  if (Buffer.isBuffer(request.body)) return request.body;
  await new Promise<void>((resolve, reject) => {
    raw(request, {} as Response, (error?: unknown) => {
      if (error === undefined) resolve();
      else reject(toBodyError(error));
    });
  });
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
}

function toBodyError(error: unknown): ApiError {
  const type = typeof error === 'object' && error !== null && 'type' in error ? error.type : undefined;
  if (type === 'entity.too.large') {
    return invalid(
      { path: 'body', message: `is longer than ${bodyLimitBytes} bytes`, code: 'too_long' },
      { limit_bytes: bodyLimitBytes },
    );
  }
  return invalid({ path: 'body', message: 'could not be read' });
}
