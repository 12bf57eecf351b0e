import type { Request, Response } from 'express';
import { ApiError, notFound } from '../errors.ts';
import type { Platform } from '../platform.ts';
import type { RateState } from '../rate-limit.ts';
import { identifyRequest } from '../request-context.ts';
import { allowOrigin } from './cors.ts';
import { limitCaller, limitConsole, limitGuess, limitStranger, limitVisitor } from './limits.ts';
import type { Mounting } from './mount.ts';
import { readParams } from './read-request.ts';
import type { AccountCaller, Authenticated } from './caller.ts';
import type { Admission, BoundRoute, Surface } from './route.ts';
import { isStateChanging, refuseForeignPage } from './same-origin.ts';
import { toApiError } from './send-error.ts';

/** The caller of the versioned API, or the visitor's interface. */
export interface Who {
  readonly caller?: AccountCaller;
  readonly admitted?: Admission;
}

interface Authorized extends Who {
  /** The limits that are given back if the request is refused because of another one. */
  readonly counted: readonly RateState[];
}

/** Checks key, rate limit and scopes; for public surfaces the interface, its origin and the visitor's limits. */
export async function authorize(
  route: BoundRoute,
  request: Request,
  response: Response,
  mounting: Mounting,
): Promise<Authorized> {
  const { platform } = mounting;
  identifyRequest({ ip: request.ip });
  // Responses belong to one key, person or visitor, so no cache may store them; what is for everybody says so itself.
  if (route.admit === undefined || request.headers.authorization !== undefined) {
    response.set('Cache-Control', 'no-store');
  }
  if (route.admit !== undefined) return authorizeVisitor(route, route.admit, platform, request, response);
  // Requests that the console sends before anybody has signed in are not counted as guesses.
  const limitUnknown = route.uncounted === true ? limitConsole : limitStranger;
  if (route.surface === 'auth' && route.scopes === undefined) {
    await limitUnknown(platform, request, response);
    // A foreign page that signs somebody in to another account is an attack too.
    if (isStateChanging(request.method)) refuseForeignPage(platform, request.headers, { mayBeProgram: true });
    // A guess is counted, even if something else refuses it.
    return { counted: [] };
  }
  const authenticated = await authenticateOrLimit(route.surface, request, response, mounting, limitUnknown);
  const { refusal, ...caller } = authenticated;
  const counted = await limitCaller(platform, caller, response);
  if (refusal !== undefined) throw refusal;
  if (caller.workspaceId === null && route.account !== true) throw notFound('workspace', '');
  identifyRequest({ actor: caller.actor, ip: request.ip });
  assertAllowed(route, caller);
  return { caller, counted };
}

async function authorizeVisitor(
  route: BoundRoute,
  admit: NonNullable<BoundRoute['admit']>,
  platform: Platform,
  request: Request,
  response: Response,
): Promise<Authorized> {
  const admitted = await admitOrLimit(route, admit, platform, request, response);
  allowOrigin(response, admitted.allowedOrigin);
  if (admitted.refusal !== undefined) {
    await limitVisitor(platform, request, response, []);
    throw admitted.refusal;
  }
  const limits = route.limits?.({ admitted, ip: request.ip ?? '', headers: request.headers }) ?? [];
  const counted = await limitVisitor(platform, request, response, limits);
  return { admitted, counted };
}

/** Throws 403 if the caller lacks a scope, or is a key on a route that only people may call. */
function assertAllowed(route: BoundRoute, caller: AccountCaller): void {
  if (route.peopleOnly === true && caller.actor.type !== 'user') {
    const message = 'This is for people who signed in, not for API keys.';
    throw new ApiError('insufficient_scope', message, { required: [], missing: [] });
  }
  const required = route.scopes ?? [];
  const missing = required.filter((scope) => !caller.scopes.includes(scope));
  if (missing.length === 0) return;
  const lacking = caller.role === null ? 'This key lacks' : `The role ${caller.role} lacks`;
  throw new ApiError('insufficient_scope', `${lacking} ${missing.join(', ')}.`, { required, missing });
}

/**
 * Guessed slugs count too: a client that isn't admitted is limited like any stranger at its address. A page may read that
 * there is no such interface, or its script would take the response for a lost connection and retry forever; and that the
 * service is unavailable, with the time to wait.
 */
async function admitOrLimit(
  route: BoundRoute,
  admit: NonNullable<BoundRoute['admit']>,
  platform: Platform,
  request: Request,
  response: Response,
): Promise<Admission> {
  try {
    const { headers } = request;
    return await admit({ params: readParams(route, request), origin: headers.origin, headers });
  } catch (error) {
    allowOrigin(response, toApiError(error).isReadable ? request.headers.origin : undefined);
    if (error instanceof ApiError) await limitGuess(platform, request, response);
    throw error;
  }
}

export async function authenticateOrLimit(
  surface: Surface,
  request: Request,
  response: Response,
  { platform, authenticate }: Mounting,
  limit: typeof limitConsole = limitStranger,
): Promise<Authenticated> {
  try {
    return await authenticate(request, surface);
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) await limit(platform, request, response);
    throw error;
  }
}
