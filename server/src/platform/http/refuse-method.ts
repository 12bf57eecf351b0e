import type { Express, NextFunction, Request, Response } from 'express';
import { cutText } from '../cut-text.ts';
import { ApiError } from '../errors.ts';

/**
 * Sets the header `Allow` and throws a 404: the path is known, but only with the methods `allowed`
 * (docs/reference/errors.md#wrong-methods).
 */
export function refuseMethod(request: Request, response: Response, allowed: readonly string[]): never {
  const { method, originalUrl } = request;
  const list = allowed.join(', ');
  response.set('Allow', list);
  const message = `There is no ${method} at this path. Allowed: ${list}.`;
  throw new ApiError('resource_not_found', message, { resource: 'path', id: originalUrl.split('?')[0] ?? '' });
}

/** The 404 for a path that does not exist. */
export function unknownPath({ originalUrl }: Request): ApiError {
  const path = originalUrl.split('?')[0] ?? '';
  const message = `There is nothing at ${cutText(path, 200)}. GET /openapi.json lists the paths.`;
  return new ApiError('resource_not_found', message, { resource: 'path', id: path });
}

/** Middleware for the addresses below a path that can only be read: it refuses other methods than GET and HEAD. */
export function readOnly(request: Request, response: Response, next: NextFunction): void {
  if (request.method !== 'GET' && request.method !== 'HEAD') refuseMethod(request, response, ['GET']);
  next();
}

/** Refuses other methods at a path whose handlers have been added before. */
export function refuseOtherMethods(app: Express, path: string, allowed: readonly string[]): void {
  app.route(path).all((request, response) => refuseMethod(request, response, allowed));
}

/** Opens the route of a path that can only be read, for its handler of GET: other methods are refused. */
export function readOnlyRoute<Path extends string>(app: Express, path: Path) {
  return app.route(path).all(readOnly);
}
