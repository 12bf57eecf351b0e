import type { Request } from 'express';
import { ApiError } from '../errors.ts';

/** 404 for a known path with another method than `allowed`, which the header `Allow` lists too. */
export function otherMethod({ method, originalUrl }: Request, allowed: readonly string[]): ApiError {
  const message = `There is no ${method} at this path. Allowed: ${allowed.join(', ')}.`;
  return new ApiError('resource_not_found', message, { resource: 'path', id: originalUrl.split('?')[0] ?? '' });
}
