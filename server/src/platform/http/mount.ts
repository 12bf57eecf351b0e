import { rm } from 'node:fs/promises';
import type { Express, NextFunction, Request, Response } from 'express';
import { z } from 'zod';
import type { Platform } from '../platform.ts';
import { onAbort } from '../on-abort.ts';
import { currentRequestId } from '../request-context.ts';
import { EventStream, sendEvents } from '../sse.ts';
import { allowListedOrigin, allowOrigin } from './cors.ts';
import { mountPreflights, passPreflight } from './mount-preflights.ts';
import { rememberAnswer, type RememberedAnswer } from './idempotency.ts';
import { authenticateOrLimit, authorize, type Who } from './authorize.ts';
import { limitCaller, limitGuess, showStates, uncountIfRefused } from './limits.ts';
import { refuseMethod, unknownPath } from './refuse-method.ts';
import { readParams, readPayload, readQuery } from './read-request.ts';
import { parsePart } from './parse.ts';
import type { Authenticated } from './caller.ts';
import { Answer, RawAnswer, type Page, type BoundRoute, type Surface } from './route.ts';
import { sendError } from './send-error.ts';
import { sendJson } from './send-json.ts';
import { paginate, prefixes, trimRoot, wrapData } from './surfaces.ts';
import { isDownload, isStreamed, openStream, type StreamHolder } from './limit-streams.ts';
import { createDisconnectSignal } from './disconnect-signal.ts';

/**
 * Identifies the caller by the credentials in the headers that the surface accepts. Throws 401 invalid_api_key,
 * expired_api_key or revoked_api_key.
 */
export type Authenticate = (request: Request, surface: Surface) => Promise<Authenticated>;

export interface Mounting {
  readonly platform: Platform;
  readonly authenticate: Authenticate;
  /** True in tests: a response that doesn't match its declared schema becomes a 500. */
  readonly checkAnswers: boolean;
}

/** Creates an Express route for every declaration, at every prefix of its surface, and the 404s around them. */
export function mountRoutes(app: Express, routes: readonly BoundRoute[], mounting: Mounting): void {
  for (const route of sortLiteralFirst(routes)) {
    for (const prefix of prefixes[route.surface]) {
      // If both surfaces have an address below /v1, the older endpoint wins.
      if (prefix === '/v1' && route.surface === 'versioned' && isOlder(routes, route)) continue;
      const serve = serveRoute(route, mounting);
      const method = route.method.toLowerCase() as 'get' | 'post' | 'patch' | 'put' | 'delete' | 'head';
      app[method](prefix + trimRoot(route.path), serve);
    }
  }
  mountPreflights(app, routes, mounting.platform);
  mountWrongMethods(app, routes, mounting);
  for (const surface of ['versioned', 'personas', 'public', 'hooks', 'openai'] as const) {
    for (const prefix of prefixes[surface]) app.use(prefix, serveUnknownPath(surface, mounting));
  }
}

function serveRoute(route: BoundRoute, mounting: Mounting) {
  const { platform } = mounting;
  const label = `${route.surface}:${route.path}`;
  return async (request: Request, response: Response): Promise<void> => {
    const stopTimer = platform.metrics.httpSeconds.startTimer({ method: route.method, route: label });
    response.on('close', () => stopTimer({ status: String(response.statusCode) }));
    const signalOf = createDisconnectSignal(response, platform.stopping);
    let uploadedPath: string | undefined;
    let closeStream: (() => void) | undefined;
    try {
      allowListedOrigin(platform.config, route.surface, request, response);
      const { counted, ...who } = await authorize(route, request, response, mounting);
      const params = readParams(route, request);
      const values = readQuery(route, request, who.caller);
      const query = route.query === undefined ? {} : parsePart('query', route.query, values);
      const { body, file, hash } = await readPayload(route, request, platform, who.admitted);
      uploadedPath = file?.path;
      const unlessRefused = async <T>(work: () => Promise<T>) => uncountIfRefused(platform, response, counted, work);
      if (isStreamed(route, request, body)) {
        closeStream = await unlessRefused(async () => openStream(platform, request.ip, holderOf(who)));
      }
      const handle = async (signalFor: () => AbortSignal): Promise<unknown> =>
        unlessRefused(async () =>
          route.handle({
            params,
            query,
            body,
            file,
            ip: request.ip ?? '',
            headers: request.headers,
            get signal() {
              return signalFor();
            },
            showLimits: (states) => showStates(response, states),
            ...who,
          }),
        );
      const caller = who.caller;
      if (caller !== undefined && route.method === 'POST') {
        const attempt = { platform, caller, request, hashBody: hash, surface: route.surface, signalOf };
        const work = async (signalFor: () => AbortSignal) => settle(route, await handle(signalFor), query, mounting);
        await send(response, await rememberAnswer(attempt, work), platform, route, who);
      } else {
        await send(response, await settle(route, await handle(signalOf), query, mounting), platform, route, who);
      }
    } catch (error) {
      (route.sendError ?? sendError)(response, route.surface, error, platform);
    } finally {
      closeStream?.();
      if (uploadedPath !== undefined) await rm(uploadedPath, { force: true });
    }
  };
}

/** Turns a handler's return value into a response: status and body, or a stream. */
async function settle(
  route: BoundRoute,
  result: unknown,
  query: unknown,
  { checkAnswers, platform }: Mounting,
): Promise<RememberedAnswer | EventStream | RawAnswer> {
  if (result instanceof EventStream || result instanceof RawAnswer) return result;
  const requestId = currentRequestId() ?? '';
  const status = result instanceof Answer ? result.status : (route.status ?? 200);
  const data: unknown = result instanceof Answer ? result.data : result;
  const headers = result instanceof Answer ? result.headers : {};
  if (checkAnswers) assertStatus(route, status);
  if (route.list === true) {
    const { items, total } = data as Page<unknown>;
    const { page, per_page: perPage } = query as { page: number; per_page: number };
    if (checkAnswers) assertAnswer(route, z.array(route.answer ?? z.never()), items, platform);
    return {
      status,
      body: wrapData(route.surface, { data: items, pagination: paginate(page, perPage, total), requestId }),
    };
  }
  if (checkAnswers) assertAnswer(route, route.answer ?? z.never(), data, platform);
  return { status, body: wrapData(route.surface, { data, requestId }), headers };
}

function assertStatus({ status = 200, otherStatuses = {}, method, path }: BoundRoute, answered: number): void {
  if (answered === status || Object.hasOwn(otherStatuses, answered)) return;
  throw new Error(`${method} ${path} responded with ${answered}, which it doesn't declare`);
}

function assertAnswer(route: BoundRoute, schema: z.ZodType, data: unknown, platform: Platform): void {
  // The client gets JSON, which leaves out undefined fields.
  const seen: unknown = JSON.parse(JSON.stringify(data) ?? 'null');
  const result = schema.safeParse(seen);
  if (result.success) return;
  platform.log.fatal(
    { issues: result.error.issues, route: route.path, method: route.method },
    'a response does not match its schema',
  );
  throw new Error(
    `the response of ${route.method} ${route.path} doesn't match its schema: ${z.prettifyError(result.error)}`,
  );
}

function holderOf({ caller, admitted }: Who): StreamHolder | undefined {
  return caller === undefined ? admitted?.holder : { kind: 'key', id: caller.holder };
}

async function send(
  response: Response,
  answer: RememberedAnswer | EventStream | RawAnswer,
  platform: Platform,
  route: BoundRoute,
  { caller, admitted }: Who,
): Promise<void> {
  if (answer instanceof EventStream) {
    // A visitor's own request may outlast the idle timeout of the session; a stream that only listens may not.
    const watch = route.method === 'GET' ? admitted?.watch : undefined;
    const lease = caller?.watch(route.scopes ?? []) ?? watch?.();
    try {
      await sendEvents(response, answer, lease === undefined ? [platform.stopping] : [platform.stopping, lease.signal]);
    } finally {
      lease?.stop();
    }
    return;
  }
  if (answer instanceof RawAnswer) {
    const lease = isDownload(route) ? caller?.watch(route.scopes ?? []) : undefined;
    // The client must not take a part for the whole.
    const forget = lease && onAbort(lease.signal, () => response.destroy());
    try {
      await answer.send(response);
    } finally {
      forget?.();
      lease?.stop();
    }
    return;
  }
  if (answer.replayed === true) response.set('Idempotent-Replayed', 'true');
  response.set(answer.headers ?? {});
  await sendJson(response.status(answer.status), route.surface, answer.body);
}

/** A known path with another method is a 404 with `Allow` (docs/reference/errors.md#wrong-methods). */
function mountWrongMethods(app: Express, routes: readonly BoundRoute[], mounting: Mounting): void {
  const methods = new Map<string, { surface: Surface; allowed: Set<string> }>();
  for (const route of routes) {
    for (const prefix of prefixes[route.surface]) {
      const path = prefix + trimRoot(route.path);
      const known = methods.get(path) ?? { surface: route.surface, allowed: new Set<string>() };
      known.allowed.add(route.method);
      methods.set(path, known);
    }
  }
  for (const [path, { surface, allowed }] of methods) {
    // Not app.all, which creates a handler for each of 35 methods and compiles a pattern for each: 10,000 altogether.
    app.route(path).all(serveUnknownPath(surface, mounting, [...allowed]));
  }
}

/** Rejects an unknown path, or, if `allowed` lists the path's methods, an unsupported method. */
function serveUnknownPath(surface: Surface, mounting: Mounting, allowed: readonly string[] = []) {
  const { platform } = mounting;
  return async (request: Request, response: Response, _next: NextFunction): Promise<void> => {
    try {
      allowListedOrigin(platform.config, surface, request, response);
      if (surface === 'public') {
        // It depends on the path alone: a page of any origin may read it, instead of an error about CORS.
        allowOrigin(response, request.headers.origin);
        await limitGuess(platform, request, response);
        if (allowed.length === 0 && passPreflight(request, response)) return;
      }
      if (surface !== 'public' && surface !== 'hooks' && surface !== 'auth') {
        await limitCaller(platform, await authenticateOrLimit(surface, request, response, mounting), response);
      }
      if (allowed.length > 0) refuseMethod(request, response, allowed);
      throw unknownPath(request);
    } catch (error) {
      sendError(response, surface, error, platform);
    }
  };
}

function sortLiteralFirst(routes: readonly BoundRoute[]): BoundRoute[] {
  const rank = (path: string): string => path.replaceAll(/:\w+/g, '\u{10ffff}');
  return routes.toSorted((a, b) => (rank(a.path) < rank(b.path) ? -1 : 1));
}

function isOlder(routes: readonly BoundRoute[], route: BoundRoute): boolean {
  return routes.some(
    ({ surface, path, method }) => surface === 'legacy' && path === route.path && method === route.method,
  );
}
