import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server } from 'node:http';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import helmet from 'helmet';
import { serveSignedFile } from '../features/files/index.ts';
import { mountResumableUploads } from '../features/form-interfaces/index.ts';
import { authenticateGrant, isAccessToken, mountOAuth } from '../features/oauth/index.ts';
import { authenticate } from '../features/people/index.ts';
import { ApiError } from '../platform/errors.ts';
import { sanitizeEscapes } from '../platform/http/sanitize-escapes.ts';
import { mountRoutes } from '../platform/http/mount.ts';
import { readOnlyRoute, unknownPath } from '../platform/http/refuse-method.ts';
import { sendError } from '../platform/http/send-error.ts';
import { readKeyHeader } from '../platform/http/read-key-header.ts';
import { publicBase } from '../platform/http/public-base.ts';
import type { Surface } from '../platform/http/route.ts';
import { isStateChanging } from '../platform/http/same-origin.ts';
import { type BodyTimes, watchBodies } from '../platform/http/watch-bodies.ts';
import { watchReaders } from '../platform/http/watch-readers.ts';
import { startRunningClock } from '../platform/running-clock.ts';
import { chooseRequestId, runWithContext } from '../platform/request-context.ts';
import type { App } from './compose.ts';
import { dropForwardedPorts } from './drop-forwarded-ports.ts';
import { mountOperations } from './operations.ts';
import { errorSender } from './pages/not-found-page.ts';
import { sendPage } from './pages/html-page.ts';
import { mountPages } from './pages/mount-pages.ts';
import { createStartingApp } from './pages/starting-page.ts';
import { attachSockets } from './sockets.ts';

const startingApp = createStartingApp();

/**
 * Creates the HTTP server. It responds with 503 until `serveHttp` is called, so that a port already in use is noticed
 * before anything is opened.
 */
export function createHttpServer(): Server {
  const server: Server = createServer({
    connectionsCheckingInterval: 2_000,
    shouldUpgradeCallback: (request) => server.listenerCount('upgrade') > 0 && asksForSocket(request),
  });
  server.on('request', startingApp);
  // Uploads may take long, so their progress is checked instead (watch-bodies.ts). Headers and idle connections have
  // fixed timeouts.
  server.requestTimeout = 0;
  allowStops(server, 10_000);
  server.keepAliveTimeout = 65_000;
  return server;
}

/** Sets the time in which headers must arrive, without the time for which this process was stopped and read nothing. */
function allowStops(server: Server, milliseconds: number): void {
  const clock = startRunningClock();
  server.on('close', () => clock.close());
  let limit = milliseconds;
  // Node reads it with each check.
  Object.defineProperty(server, 'headersTimeout', {
    get: () => limit + clock.justStopped(),
    set: (value: number) => {
      limit = value;
    },
  });
}

/**
 * Whether the request is to become a WebSocket. Others with `Upgrade`, such as the `h2c` of Java's client, are answered in
 * HTTP/1.1 (RFC 9110 section 7.8).
 */
function asksForSocket({ headers, url = '' }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket' && url.startsWith('/socket.io/');
}

interface HttpOptions {
  /** A response that differs from its declared schema becomes a 500. */
  readonly checkAnswers?: boolean;
  /** Replaces the time limits for slow request bodies. */
  readonly bodyTimes?: BodyTimes;
  /** Replaces the milliseconds after which a client that doesn't read its response is disconnected. */
  readonly stuckMs?: number | undefined;
  /** Replaces the milliseconds after which a socket that has joined no namespace is closed. */
  readonly joinMs?: number | undefined;
}

/** Starts serving: request ids, security headers, operations, pages, and every feature's routes. */
export function serveHttp(server: Server, app: App, options: HttpOptions = {}): void {
  server.on('request', createApp(app, options.checkAnswers ?? false));
  server.off('request', startingApp);
  attachSockets(server, app.platform, options.joinMs);
  // Must come after the sockets, which replace the existing listeners.
  watchBodies(server, options.bodyTimes);
  watchReaders(server, options.stuckMs);
  for (const event of ['request', 'upgrade']) server.prependListener(event, dropForwardedPorts);
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
  // Pages set their own policy; embedded resources must stay readable from other origins.
  app.use(
    helmet({
      contentSecurityPolicy: false,
      crossOriginResourcePolicy: { policy: 'cross-origin' },
      crossOriginOpenerPolicy: false,
      xFrameOptions: false,
      strictTransportSecurity: platform.publicUrl.startsWith('https:'),
    }),
  );
  mountOperations(app, { platform });
  readOnlyRoute(app, '/files/:id').get(serveSignedFile(platform, errorSender(platform, 'file')));
  // Must come before the console, because the consent page is below the console's path.
  mountOAuth(app, platform, sendPage);
  mountPages(app, platform);
  mountResumableUploads(app, platform);
  mountRoutes(
    app,
    features.flatMap(({ routes }) => routes ?? []),
    {
      platform,
      authenticate: async (request, surface) => {
        const { headers, method, query } = request;
        const key = readKeyHeader(headers);
        // Access tokens are valid for this address only (RFC 8707).
        if (surface === 'mcp' && key !== undefined && isAccessToken(key)) {
          return authenticateGrant(platform, key, publicBase(platform, request));
        }
        if (key === undefined && !cookieSurfaces.has(surface)) {
          const message = 'Send a key in X-API-Key or Authorization; a session cookie is not accepted here.';
          throw new ApiError('invalid_api_key', message);
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
    await sendMissing(request, response, unknownPath(request));
  });
  // Express's default response would include a stack trace. Express recognises an error handler by its four parameters.
  app.use((error: unknown, _request: Request, response: Response, _next: NextFunction) => {
    sendError(response, 'versioned', error, platform);
  });
  return app;
}

/** Where a session cookie is accepted instead of a key (docs/reference/people.md#session-cookie). */
const cookieSurfaces: ReadonlySet<Surface> = new Set<Surface>(['versioned', 'auth', 'legacy', 'personas']);

/** The workspace that a signed-in person selects. Requests that the browser makes by itself name it in the query. */
function readWorkspace(headers: IncomingHttpHeaders, inQuery: unknown): string | undefined {
  const named = headers['x-portico-workspace'] ?? inQuery;
  return typeof named === 'string' ? named : undefined;
}
