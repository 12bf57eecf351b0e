import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import helmet from 'helmet';
import { serveSignedFile } from '../features/files/index.ts';
import { mountResumableUploads } from '../features/form-interfaces/index.ts';
import { authenticateGrant, isAccessToken, mountOAuth } from '../features/oauth/index.ts';
import { authenticate } from '../features/people/index.ts';
import { notFound } from '../platform/errors.ts';
import { sanitizeEscapes } from '../platform/http/sanitize-escapes.ts';
import { mountRoutes, sendError } from '../platform/http/mount.ts';
import { publicBase } from '../platform/http/public-base.ts';
import { isStateChanging } from '../platform/http/same-origin.ts';
import { watchBodies } from '../platform/http/watch-bodies.ts';
import { chooseRequestId, runWithContext } from '../platform/request-context.ts';
import type { App } from './compose.ts';
import { mountOperations } from './operations.ts';
import { errorSender } from './pages/not-found-page.ts';
import { sendPage } from './pages/html-page.ts';
import { mountPages } from './pages/mount-pages.ts';
import { attachSockets } from './sockets.ts';

/** Makes the HTTP server; until `serveHttp` it answers 503, so that a taken port is known before anything is opened. */
export function createHttpServer(): Server {
  const server = createServer({ connectionsCheckingInterval: 2_000 });
  server.on('request', answerStarting);
  // Uploads are long, and watched by how they progress (watch-bodies.ts); headers and idle connections are not.
  server.requestTimeout = 0;
  server.headersTimeout = 10_000;
  server.keepAliveTimeout = 65_000;
  return server;
}

/** Opens the doors: request ids, security headers, operations, pages, and every feature's routes. */
export function serveHttp(server: Server, app: App, options: { checkAnswers?: boolean } = {}): void {
  server.on('request', createApp(app, options.checkAnswers ?? false));
  server.off('request', answerStarting);
  attachSockets(server, app.platform);
  // After the sockets, which take over what listens before them.
  watchBodies(server);
}

function answerStarting(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(503, { 'Content-Type': 'application/json', 'Retry-After': '1', Connection: 'close' });
  response.end('{"status":"starting"}');
}

function createApp({ platform, features }: App, checkAnswers: boolean): Express {
  const app = express();
  app.set('trust proxy', platform.config.trustProxy);
  app.set('query parser', 'simple');
  app.disable('x-powered-by');
  app.disable('etag');
  app.use((request, response, next) => {
    const requestId = chooseRequestId(request.get('x-request-id'));
    response.set('X-Request-Id', requestId);
    request.url = sanitizeEscapes(request.url);
    runWithContext({ requestId }, next);
  });
  // Pages set their own policy; what is embedded elsewhere must stay readable from other origins.
  app.use(
    helmet({
      contentSecurityPolicy: false,
      crossOriginResourcePolicy: { policy: 'cross-origin' },
      crossOriginOpenerPolicy: false,
      xFrameOptions: false,
      strictTransportSecurity: platform.publicUrl.startsWith('https:'),
    }),
  );
  mountOperations(app, { platform, features });
  app.get('/files/:id', serveSignedFile(platform, errorSender(platform, 'file')));
  // Before the console, whose addresses the consent page is among.
  mountOAuth(app, platform, sendPage);
  mountPages(app, platform);
  mountResumableUploads(app, platform);
  mountRoutes(
    app,
    features.flatMap(({ routes }) => routes ?? []),
    {
      platform,
      authenticate: async (request) => {
        const { headers, method, query } = request;
        const key = readKeyHeader(headers);
        // Access tokens are good for this one address (RFC 8707).
        if (request.path === '/mcp' && key !== undefined && isAccessToken(key)) {
          return authenticateGrant(platform, key, publicBase(platform, request));
        }
        return authenticate(platform, {
          headers,
          key,
          workspace: readWorkspace(headers, method === 'GET' ? query['workspace'] : undefined),
          isGuarded: isStateChanging(method),
        });
      },
      checkAnswers,
    },
  );
  const sendMissing = errorSender(platform, 'path');
  app.use(async (request, response) => {
    await sendMissing(request, response, notFound('path', request.originalUrl.split('?')[0] ?? ''));
  });
  // Express's own answer would show a stack; four parameters are how it knows an error handler.
  app.use((error: unknown, _request: Request, response: Response, _next: NextFunction) => {
    sendError(response, 'versioned', error, platform);
  });
  return app;
}

/** The key of either header (docs/reference/keys.md#authentication); X-API-Key if both are there. */
function readKeyHeader(headers: IncomingHttpHeaders): string | undefined {
  const own = headers['x-api-key'];
  if (typeof own === 'string') return own.trim();
  return /^Bearer +(\S+)\s*$/i.exec(headers.authorization ?? '')?.[1];
}

/** The workspace that a signed-in person asks for; what a browser opens by itself names it in the query. */
function readWorkspace(headers: IncomingHttpHeaders, inQuery: unknown): string | undefined {
  const named = headers['x-portico-workspace'] ?? inQuery;
  return typeof named === 'string' ? named : undefined;
}
