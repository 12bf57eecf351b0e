import express, { type Express, type Request, type Response } from 'express';
import { textsByLanguage } from '@portico/shared-types/languages/lists/server';
import { choosePageLanguage } from '../../platform/http/choose-page-language.ts';
import { unavailable } from '../../platform/errors.ts';
import { wrapError } from '../../platform/http/surfaces.ts';
import { chooseRequestId } from '../../platform/request-context.ts';
import { isolatedFrame, sendPage } from './html-page.ts';
import { wantsPage } from './wants-page.ts';

const template = new URL('../../../pages/starting.html', import.meta.url);

/**
 * Responds to every request with 503 until the server is ready. Programs get JSON: the API's error, and `status` for
 * probes. What a browser opens by navigation is a page in its language that loads again once the server is ready; it may
 * be inside of a site. Scripts of any origin may read the response, which is the same for each (CORS).
 */
export function createStartingApp(): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(async (request, response) => {
    response.set({ 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': 'Retry-After, X-Request-Id' });
    const method = request.get('access-control-request-method');
    if (request.method === 'OPTIONS' && method !== undefined) {
      passPreflight(request, response, method);
      return;
    }
    response.status(503).set({ 'Retry-After': '1', Connection: 'close' });
    if (!wantsPage(request)) {
      sendStarting(request, response);
      return;
    }
    const { language, direction, texts } = choosePageLanguage(request, textsByLanguage);
    response.set({ ...isolatedFrame, 'Cross-Origin-Resource-Policy': 'cross-origin' });
    await sendPage(response, template, {
      values: { language, direction, ...texts.starting },
      frameAncestors: '*',
    });
  });
  return app;
}

/** Otherwise a script would take the server for unreachable. The browser must ask again when the server is ready. */
function passPreflight(request: Request, response: Response, method: string): void {
  response.set({
    'Access-Control-Allow-Methods': method,
    'Access-Control-Allow-Headers': request.get('access-control-request-headers') ?? '',
    'Access-Control-Max-Age': '0',
    Connection: 'close',
  });
  response.status(204).end();
}

function sendStarting(request: Request, response: Response): void {
  const requestId = chooseRequestId(request.get('x-request-id'));
  const error = unavailable('The server is starting. Try again shortly.');
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Content-Type', 'application/json');
  response.setHeader('X-Request-Id', requestId);
  response.end(JSON.stringify({ status: 'starting', ...wrapError('public', error, requestId) }));
}
