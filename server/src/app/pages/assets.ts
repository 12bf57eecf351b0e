import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import express, { type Express, type Request, type Response } from 'express';
import { readOnly, readOnlyRoute } from '../../platform/http/refuse-method.ts';
import { version } from '../version.ts';
import { sendCompressed } from './send-compressed.ts';

const repository = new URL('../../../../', import.meta.url);
const folder = (path: string): string => fileURLToPath(new URL(path, repository));

/** The loader changes with each release; browsers may use the old one while they fetch the new one. */
const loaderCache = 'public, max-age=300, stale-while-revalidate=86400';
const immutable = 'public, max-age=31536000, immutable';

/**
 * Serves the loader and the files built by Vite; files with a hash in their name never change
 * (docs/reference/embedding.md#delivery).
 */
export function mountAssets(app: Express): void {
  const loader = folder('embed-loader/dist/embed.js');
  readOnlyRoute(app, '{/v1}/embed.js').get(async (request, response) =>
    sendScript(request, response, { path: loader, cache: loaderCache }),
  );
  readOnlyRoute(app, `/embed-${version}.js`).get(async (request, response) =>
    sendScript(request, response, { path: loader, cache: immutable }),
  );
  readOnlyRoute(app, '/favicon.ico').get((_request, response) => {
    response.sendFile(folder('server/pages/assets/portico.svg'), { headers: { 'Cache-Control': loaderCache } });
  });
  app.use('/assets', readOnly);
  const tokens = folder('browser-kit/src/theme/tokens.css');
  app.get('/assets/site/tokens.css', async (request, response) => {
    setAssetHeaders(response, tokens);
    if (!(await sendCompressed(request, response, tokens))) response.sendFile(tokens, { cacheControl: false });
  });
  for (const [path, source] of [
    ['/assets/widget', 'widget/dist/assets'],
    ['/assets/forms', 'form-app/dist/assets'],
    ['/assets/persona', 'persona-app/dist/assets'],
    ['/assets/console', 'console/dist/assets'],
    ['/assets/site', 'server/pages/assets'],
  ] as const) {
    app.get(`${path}/:name`, async (request, response, next) => {
      setAssetHeaders(response, request.params.name);
      if (!(await sendCompressed(request, response, join(folder(source), basename(request.params.name))))) next();
    });
    app.use(path, express.static(folder(source), { index: false, setHeaders: setAssetHeaders, redirect: false }));
    app.use(path, (_request, response) => {
      response.status(404).type('text/plain').send('Not found\n');
    });
  }
}

function setAssetHeaders(response: Response, path: string): void {
  // Host pages load the widget as modules from another origin, which requires CORS.
  response.set('Access-Control-Allow-Origin', '*');
  response.set('Cache-Control', /-[\w-]{6,8}\.\w+$/.test(path) ? immutable : loaderCache);
}

async function sendScript(
  request: Request,
  response: Response,
  { path, cache }: { path: string; cache: string },
): Promise<void> {
  response.set({ 'Cache-Control': cache, 'Access-Control-Allow-Origin': '*' });
  if (await sendCompressed(request, response, path)) return;
  response.type('text/javascript').sendFile(path, { cacheControl: false });
}
