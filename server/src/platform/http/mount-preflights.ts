import type { Express, Request, Response } from 'express';
import { ApiError } from '../errors.ts';
import type { Platform } from '../platform.ts';
import { answerListedPreflight, answerPreflight, listedOriginSurfaces } from './cors.ts';
import { limitGuess } from './limits.ts';
import { readParams } from './read-request.ts';
import type { BoundRoute } from './route.ts';
import { sendError, toApiError } from './send-error.ts';
import { prefixes, trimRoot } from './surfaces.ts';

/** Responds to the preflights (Fetch standard, CORS protocol) of pages of CORS_ORIGINS, and of the pages of visitors. */
export function mountPreflights(app: Express, routes: readonly BoundRoute[], platform: Platform): void {
  for (const prefix of new Set(listedOriginSurfaces.flatMap((surface) => prefixes[surface]))) {
    app.use(prefix, (request, response, next) => {
      // Signing in shares the prefix of the versioned API.
      if (/^\/auth\//i.test(request.path) || !answerListedPreflight(platform.config, request, response)) next();
    });
  }
  const paths = new Map<string, BoundRoute[]>();
  for (const route of routes) {
    if (route.surface !== 'public' || route.admit === undefined) continue;
    const path = trimRoot(route.path);
    paths.set(path, [...(paths.get(path) ?? []), route]);
  }
  for (const [path, siblings] of paths) {
    const [first] = siblings;
    const admit = first?.admit;
    if (first === undefined || admit === undefined) continue;
    for (const prefix of prefixes.public) {
      app.options(prefix + path, async (request, response) => {
        const { origin } = request.headers;
        const methods = siblings.map(({ method }) => method);
        const wanted = request.get('access-control-request-method');
        // The 404 of a wrong method depends on the path alone, as that of an unknown path.
        if (!methods.some((method) => method === wanted) && passPreflight(request, response)) return;
        try {
          const params = readParams(first, request);
          // A preview request carries its token, which is checked then; this response reveals nothing about any
          // interface.
          if (/\bx-portico-preview\b/i.test(request.get('access-control-request-headers') ?? '')) {
            answerPreflight(response, origin, methods);
            return;
          }
          const { allowedOrigin } = await admit({ params, origin, headers: request.headers });
          answerPreflight(response, allowedOrigin, methods);
        } catch (error) {
          await sendLost(request, response, error, platform, () => answerPreflight(response, origin, methods));
        }
      });
    }
  }
}

/**
 * Responds to the preflight for an unknown interface, which counts as a guessed slug like any other request. If a page may
 * read the error, the preflight passes: the page of a visitor must learn that a chat was paused.
 */
async function sendLost(
  request: Request,
  response: Response,
  error: unknown,
  platform: Platform,
  pass: () => void,
): Promise<void> {
  try {
    if (error instanceof ApiError) await limitGuess(platform, request, response);
    if (toApiError(error).isReadable) return pass();
    throw error;
  } catch (refused) {
    sendError(response, 'public', refused, platform);
  }
}

/** Lets the preflight for an unknown public path, or for a wrong method, pass; returns false for any other request. */
export function passPreflight(request: Request, response: Response): boolean {
  const method = request.get('access-control-request-method');
  if (request.method !== 'OPTIONS' || method === undefined) return false;
  answerPreflight(response, request.headers.origin, [method]);
  return true;
}
