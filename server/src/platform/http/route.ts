import type { ErrorCode, Scope } from '@portico/shared-types';
import type { IncomingHttpHeaders } from 'node:http';
import type { Response } from 'express';
import type { z } from 'zod';
import type { AccessLease } from '../access-watch.ts';
import type { ApiError } from '../errors.ts';
import type { Platform } from '../platform.ts';
import type { RateState, RateRule } from '../rate-limit.ts';
import type { EventStream } from '../sse.ts';
import type { AccountCaller, Caller } from './caller.ts';
import type { StreamHolder } from './limit-streams.ts';

/**
 * The families of addresses; each has its own envelope, checks and prefixes (docs/reference/addresses.md#mounts).
 * `auth` is for signing in: it has the envelope of the versioned API, but most of its routes need no key. `openai` has
 * no envelope, and OpenAI's errors.
 */
export type Surface = 'versioned' | 'auth' | 'legacy' | 'public' | 'personas' | 'hooks' | 'openai' | 'mcp';

/** A file from a multipart body, on this machine's disk until the handler ends. */
export interface UploadedFile {
  readonly path: string;
  /** The client's name for the file, untrusted. */
  readonly fileName: string;
  readonly size: number;
  /** Digest of the bytes; computed once, on first use. */
  readonly sha256: Buffer;
}

/** The context that every handler gets. */
export interface RouteRequest<P extends string, Q, B, C extends Platform = Platform> {
  readonly platform: C;
  readonly params: Readonly<Record<P, string>>;
  readonly query: Q;
  readonly body: B;
  readonly file: UploadedFile | undefined;
  readonly ip: string;
  readonly headers: IncomingHttpHeaders;
  /** Fires when the server stops, and when the client disconnects, unless its `Idempotency-Key` keeps the response. */
  readonly signal: AbortSignal;
  /** Shows the state of limits that apply once the request has passed its checks in the headers, if it is nearer. */
  readonly showLimits: (states: readonly RateState[]) => void;
}

/** A page of a list, newest first unless the route declares otherwise. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly total: number;
}

/** A response with another status than the route's own, or with headers. */
export class Answer<T> {
  readonly data: T;
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;

  constructor(data: T, status: number, headers: Readonly<Record<string, string | string[]>> = {}) {
    this.data = data;
    this.status = status;
    this.headers = headers;
  }
}

/** A response that writes its own bytes: a download. */
export class RawAnswer {
  readonly send: (response: Response) => Promise<void>;

  constructor(send: (response: Response) => Promise<void>) {
    // `pipeline` adds seven listeners to those of each response, and Node.js reports more than ten as a leak.
    this.send = async (response) => send(response.setMaxListeners(20));
  }
}

/** A response without content (204). */
export function noContent(): RawAnswer {
  return new RawAnswer(async (response) => {
    response.status(204).end();
  });
}

type DataOf<A, L> = L extends true ? Page<A> : A;
export type RouteResult<A, L> = DataOf<A, L> | Answer<A> | EventStream | RawAnswer;

/** A body that openapi.json describes directly: a JSON Schema (a text if not given), and an example. */
export interface BareContent {
  readonly schema?: Readonly<Record<string, unknown>>;
  readonly example: unknown;
}

/** How a route accepts a multipart body. */
interface MultipartRules {
  readonly required: boolean;
  /** Maximum bytes of each of its text fields, which stay in memory: 4,096 if not given. */
  readonly maxFieldBytes?: number | undefined;
  /** The schema of the fields beside the file, if it accepts more than that of a JSON body. */
  readonly fields?: z.ZodType | undefined;
}

interface RouteShape<C extends Platform, P extends string, Q, B, A, L extends boolean> {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE' | 'HEAD';
  /** Express path below the surface's prefix. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /**
   * Name of the operation in openapi.json, if it can't be derived from method and path (`openapi/name-operation.ts`).
   */
  readonly operationId?: string;
  /** The path's parameters, each with the resource it names: an unknown or malformed one is a 404 of that resource. */
  readonly params?: Readonly<Record<P, string>>;
  readonly query?: z.ZodType<Q>;
  readonly body?: z.ZodType<B>;
  /** Maximum bytes of a JSON body; 1 MiB if not given, of a visitor 128 KiB. */
  readonly maxBodyBytes?: number;
  /** Accepts a multipart body with one file of at most this many bytes; the other fields are the body. */
  readonly multipart?: MultipartRules & { maxBytes(platform: C): number };
  /** The documented schema, if `body` accepts more because the service checks it. */
  readonly bodyDocument?: { readonly json?: z.ZodType; readonly fields?: z.ZodType };
  /** The documented bodies by media type of a hook, whose handler reads the bytes itself. */
  readonly anyBody?: Readonly<Record<string, BareContent>>;
  /** Documented headers that the handler reads itself, each with its description; all of them are optional. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Left out if the route only responds with events or a redirect. */
  readonly answer?: z.ZodType<A>;
  /** True for lists: the handler returns a page and the envelope gets `pagination`. */
  readonly list?: L;
  /** 200 if not given. */
  readonly status?: number;
  /** Other possible statuses of the same response, each with its condition. */
  readonly otherStatuses?: Readonly<Record<number, string>>;
  /** Events of the stream that this route can send, by name. */
  readonly events?: Readonly<Record<string, z.ZodType>>;
  /** Responses without the envelope (tables, files, other projects' formats), by media type. */
  readonly bare?: Readonly<Record<string, BareContent>>;
  /** The other project's protocol that the stream of this route follows: its clients read the stream, ours doesn't. */
  readonly protocol?: 'ui-message-stream';
  /** Errors beyond those that follow from the declaration itself. */
  readonly errors?: readonly ErrorCode[];
  /** True if a public route requires a token: of a visitor's session, or of a task's link. */
  readonly token?: boolean;
  /** True if a request without valid credentials does not count against its address. */
  readonly uncounted?: boolean;
  /** Sends the errors instead: browsers open the route as a page. */
  readonly sendError?: (response: Response, surface: Surface, error: unknown, platform: Platform) => void;
  /** True if only signed-in people may call the route, and no API key. */
  readonly peopleOnly?: boolean;
}

export interface AuthenticatedShape<
  C extends Platform,
  P extends string,
  Q,
  B,
  A,
  L extends boolean,
> extends RouteShape<C, P, Q, B, A, L> {
  readonly scopes: readonly Scope[];
  handle(request: RouteRequest<P, Q, B, C> & { readonly caller: Caller }): Promise<RouteResult<A, L>>;
}

export interface AccountShape<C extends Platform, P extends string, Q, B, A, L extends boolean> extends RouteShape<
  C,
  P,
  Q,
  B,
  A,
  L
> {
  handle(request: RouteRequest<P, Q, B, C> & { readonly caller: AccountCaller }): Promise<RouteResult<A, L>>;
}

export interface OpenShape<C extends Platform, P extends string, Q, B, A, L extends boolean> extends RouteShape<
  C,
  P,
  Q,
  B,
  A,
  L
> {
  handle(request: RouteRequest<P, Q, B, C>): Promise<RouteResult<A, L>>;
}

/** The result of `admit` for a visitor. */
export interface Admission {
  /** The Origin that may read the response, undefined if the caller sent none. */
  readonly allowedOrigin: string | undefined;
  /**
   * An error that the origin may read instead of a response, like the 401 of a wrong session token; a preflight passes.
   */
  readonly refusal?: ApiError | undefined;
  /** The group whose streams are counted together, in addition to the address. */
  readonly holder?: StreamHolder | undefined;
  /** Watches access that was opened under this admission, like `Caller.watch`; undefined if it can't be revoked. */
  readonly watch?: (() => AccessLease) | undefined;
}

export interface PublicShape<
  C extends Platform,
  P extends string,
  Q,
  B,
  A,
  L extends boolean,
  V extends Admission,
> extends Omit<RouteShape<C, P, Q, B, A, L>, 'multipart'> {
  readonly multipart?: MultipartRules & { maxBytes(platform: C, admitted: V): number };
  /** Finds the interface for the slug and checks the origin, before anything else; throws a 404. */
  admit(request: AdmitRequest<C>): Promise<V>;
  /** The limits that this request counts against, in addition to the daily limit of the IP. */
  limits?(request: LimitRequest<C, V>): RateRule[];
  handle(request: RouteRequest<P, Q, B, C> & { readonly admitted: V }): Promise<RouteResult<A, L>>;
}

export interface AdmitRequest<C extends Platform = Platform> {
  readonly platform: C;
  readonly params: Readonly<Record<string, string>>;
  readonly origin: string | undefined;
  readonly headers: IncomingHttpHeaders;
}

interface LimitRequest<C extends Platform, V extends Admission> {
  readonly platform: C;
  readonly admitted: V;
  readonly ip: string;
  readonly headers: IncomingHttpHeaders;
}

/** The arguments of a handler, already parsed by its own declaration. */
interface AnyRequest<C extends Platform> extends RouteRequest<string, unknown, unknown, C> {
  readonly caller?: AccountCaller | undefined;
  readonly admitted?: Admission | undefined;
}

/** The declaration of a route, as the OpenAPI document shows it. */
export interface RouteDeclaration extends Omit<
  RouteShape<Platform, string, unknown, unknown, unknown, boolean>,
  'multipart'
> {
  readonly surface: Surface;
  readonly multipart?: MultipartRules | undefined;
  readonly scopes?: readonly Scope[];
  /** True if the route is about the caller, who then needs no workspace. */
  readonly account?: boolean;
}

/**
 * A declared route that works with a platform of type C. A list of routes can't keep the type of each one's parameters,
 * query and body: their functions are methods, so TypeScript accepts a narrower parameter here.
 */
export interface Route<in C extends Platform = Platform> extends RouteDeclaration {
  readonly multipart?: MultipartRules & { maxBytes(platform: C, admitted: Admission | undefined): number };
  admit?(request: AdmitRequest<C>): Promise<Admission>;
  limits?(request: LimitRequest<C, Admission>): RateRule[];
  handle(request: AnyRequest<C>): Promise<unknown>;
}

/** A route together with its platform, ready to be mounted. */
export interface BoundRoute extends RouteDeclaration {
  readonly multipart?:
    (MultipartRules & { readonly maxBytes: (admitted: Admission | undefined) => number }) | undefined;
  readonly admit?: ((request: Omit<AdmitRequest, 'platform'>) => Promise<Admission>) | undefined;
  readonly limits?: ((request: Omit<LimitRequest<Platform, Admission>, 'platform'>) => RateRule[]) | undefined;
  readonly handle: (request: Omit<AnyRequest<Platform>, 'platform'>) => Promise<unknown>;
}

/** Binds routes to the platform of their feature. */
export function bindRoutes<C extends Platform>(platform: C, routes: readonly Route<C>[]): BoundRoute[] {
  return routes.map((route) => {
    const { multipart } = route;
    const admit = route.admit?.bind(route);
    const limits = route.limits?.bind(route);
    return {
      ...route,
      multipart: multipart && {
        ...multipart,
        maxBytes: (admitted) => multipart.maxBytes(platform, admitted),
      },
      admit: admit && (async (request) => admit({ ...request, platform })),
      limits: limits && ((request) => limits({ ...request, platform })),
      // The request's signal is created on first use, so the request isn't copied.
      handle: async (request) => route.handle(Object.assign(request, { platform })),
    };
  });
}

/** True if a field of the body that the route doesn't declare is a 400; elsewhere it is ignored. */
export function refusesUnknownFields({ surface }: Pick<RouteDeclaration, 'surface'>): boolean {
  return surface === 'versioned' || surface === 'personas';
}

/** The same for a query parameter. */
export function refusesUnknownParameters(route: Pick<RouteDeclaration, 'method' | 'surface'>): boolean {
  return route.method === 'GET' && refusesUnknownFields(route);
}
