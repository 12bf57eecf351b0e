import type { ErrorCode, Role, Scope } from '@portico/shared-types';
import type { IncomingHttpHeaders } from 'node:http';
import type { Response } from 'express';
import type { z } from 'zod';
import type { AccessLease } from '../access-watch.ts';
import type { Actor } from '../actor.ts';
import type { ApiError } from '../errors.ts';
import type { Platform } from '../platform.ts';
import type { RateRule } from '../rate-limit.ts';
import type { EventStream } from '../sse.ts';
import type { StreamHolder } from './limit-streams.ts';

/**
 * The families of addresses; each has its envelope, its checks and its prefixes (docs/reference/addresses.md#mounts).
 * `auth` is how people sign in: the envelope of the versioned API, but most of it needs no key. `openai` has no
 * envelope, and OpenAI's errors.
 */
export type Surface = 'versioned' | 'auth' | 'legacy' | 'public' | 'personas' | 'hooks' | 'openai' | 'mcp';

/** Who calls an authenticated route: an API key, or a person who is signed in, in one of the person's workspaces. */
export interface Caller {
  readonly workspaceId: string;
  /** Who is recorded as the author of what is done. */
  readonly actor: Actor;
  /** The person's role in the workspace; null for a key. */
  readonly role: Role | null;
  /** Sign-in session that authenticated the request; null if it carried a key. */
  readonly sessionId: string | null;
  /** What limits, open streams and idempotent requests count by: a key, or a person in a workspace. */
  readonly holder: string;
  readonly scopes: readonly Scope[];
  readonly limitPerMinute: number;
  readonly limitPerDay: number;
  /** Watches what was opened for these scopes: the signal fires once the caller may no longer have it. */
  watch(scopes: readonly Scope[]): AccessLease;
}

/** The same for what is about the caller and not about a workspace: a person may have none. */
export interface AccountCaller extends Omit<Caller, 'workspaceId'> {
  readonly workspaceId: string | null;
}

/** A caller whose request is refused after it was counted: of a foreign page, or for a workspace that is not theirs. */
export interface Authenticated extends AccountCaller {
  readonly refusal?: ApiError | undefined;
}

/** A file that came with a multipart body, on this machine's disk until the handler ends. */
export interface UploadedFile {
  readonly path: string;
  /** The client's name for it, untrusted. */
  readonly fileName: string;
  readonly size: number;
  /** Of the bytes; made once, for those who need it. */
  readonly sha256: Buffer;
}

/** What every handler gets. */
export interface RouteRequest<P extends string, Q, B> {
  readonly platform: Platform;
  readonly params: Readonly<Record<P, string>>;
  readonly query: Q;
  readonly body: B;
  readonly file: UploadedFile | undefined;
  readonly ip: string;
  readonly headers: IncomingHttpHeaders;
  /** Fires when the client goes away or the server stops. */
  readonly signal: AbortSignal;
}

/** A page of a list, newest first unless the route says otherwise. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly total: number;
}

/** An answer with a status other than the route's own, or with headers. */
export class Answer<T> {
  readonly data: T;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(data: T, status: number, headers: Readonly<Record<string, string>> = {}) {
    this.data = data;
    this.status = status;
    this.headers = headers;
  }
}

/** An answer that writes its own bytes: a download. */
export class RawAnswer {
  readonly send: (response: Response) => Promise<void>;

  constructor(send: (response: Response) => Promise<void>) {
    this.send = send;
  }
}

/** An answer without content (204). */
export function noContent(): RawAnswer {
  return new RawAnswer(async (response) => {
    response.status(204).end();
  });
}

type DataOf<A, L> = L extends true ? Page<A> : A;
export type RouteResult<A, L> = DataOf<A, L> | Answer<A> | EventStream | RawAnswer;

/** A body that openapi.json describes as it is: a JSON Schema (a text if not given), and an example. */
export interface BareContent {
  readonly schema?: Readonly<Record<string, unknown>>;
  readonly example: unknown;
}

interface RouteShape<P extends string, Q, B, A, L extends boolean> {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE' | 'HEAD';
  /** Express path below the surface's prefix. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** Name of the operation in openapi.json, if method and path don't say it (`openapi/name-operation.ts`). */
  readonly operationId?: string;
  /** The path's parameters, each with the resource it names: an unknown or malformed one is that resource's 404. */
  readonly params?: Readonly<Record<P, string>>;
  readonly query?: z.ZodType<Q>;
  readonly body?: z.ZodType<B>;
  /** Takes a multipart body with one file of at most this many bytes; the other fields are the body. */
  readonly multipart?: {
    readonly maxBytes: (platform: Platform, admitted: never) => number;
    readonly required: boolean;
  };
  /** What the document says of a body that `body` takes in more widely, because the service checks it. */
  readonly bodyDocument?: { readonly json?: z.ZodType; readonly fields?: z.ZodType };
  /** Not given if only events or a redirect are answered. */
  readonly answer?: z.ZodType<A>;
  /** True for lists: the handler returns a page and the envelope gets `pagination`. */
  readonly list?: L;
  /** 200 if not given. */
  readonly status?: number;
  /** Other statuses that the same answer can have, each with when. */
  readonly otherStatuses?: Readonly<Record<number, string>>;
  /** Events of the stream this route can answer, by name. */
  readonly events?: Readonly<Record<string, z.ZodType>>;
  /** What is answered without the envelope (tables, files, other projects' formats), by media type. */
  readonly bare?: Readonly<Record<string, BareContent>>;
  /** Another project's protocol that the stream of this route follows: its clients read it, and ours doesn't. */
  readonly protocol?: 'ui-message-stream';
  /** Errors beyond those that follow from the declaration itself. */
  readonly errors?: readonly ErrorCode[];
  /** True if a public route asks for a token: of a visitor's session, of a task's link. */
  readonly token?: boolean;
  /** True if a request without valid credentials does not count against its address. */
  readonly uncounted?: boolean;
  /** True if only a person who is signed in may call the route, and no API key. */
  readonly peopleOnly?: boolean;
}

interface AuthenticatedShape<P extends string, Q, B, A, L extends boolean> extends RouteShape<P, Q, B, A, L> {
  readonly scopes: readonly Scope[];
  handle(request: RouteRequest<P, Q, B> & { readonly caller: Caller }): Promise<RouteResult<A, L>>;
}

interface AccountShape<P extends string, Q, B, A, L extends boolean> extends RouteShape<P, Q, B, A, L> {
  handle(request: RouteRequest<P, Q, B> & { readonly caller: AccountCaller }): Promise<RouteResult<A, L>>;
}

interface OpenShape<P extends string, Q, B, A, L extends boolean> extends RouteShape<P, Q, B, A, L> {
  handle(request: RouteRequest<P, Q, B>): Promise<RouteResult<A, L>>;
}

/** What `admit` learned about a visitor's way in. */
export interface Admission {
  /** The Origin that may read the answer, undefined if the caller sent none. */
  readonly allowedOrigin: string | undefined;
  /** What the origin may read in place of an answer, like the 401 of a wrong session token; a preflight passes. */
  readonly refusal?: ApiError | undefined;
  /** Whose streams are counted together, beside the address's. */
  readonly holder?: StreamHolder | undefined;
  /** Watches what was opened under this admission, like `Caller.watch`; undefined if nothing can take it away. */
  readonly watch?: (() => AccessLease) | undefined;
}

interface PublicShape<P extends string, Q, B, A, L extends boolean, V extends Admission> extends RouteShape<
  P,
  Q,
  B,
  A,
  L
> {
  readonly multipart?: {
    readonly maxBytes: (platform: Platform, admitted: V) => number;
    readonly required: boolean;
  };
  /** Finds the interface behind the slug and checks the origin, before anything else; throws a 404. */
  admit(request: AdmitRequest): Promise<V>;
  /** The allowances this request takes from, beside the IP's day. */
  limits?(request: {
    readonly platform: Platform;
    readonly admitted: V;
    readonly ip: string;
    readonly headers: IncomingHttpHeaders;
  }): RateRule[];
  handle(request: RouteRequest<P, Q, B> & { readonly admitted: V }): Promise<RouteResult<A, L>>;
}

export interface AdmitRequest {
  readonly platform: Platform;
  readonly params: Readonly<Record<string, string>>;
  readonly origin: string | undefined;
  readonly headers: IncomingHttpHeaders;
}

/** A route with its types erased, as the mounting and the OpenAPI document use it. */
export interface Route extends Omit<RouteShape<string, unknown, unknown, unknown, boolean>, never> {
  readonly surface: Surface;
  readonly scopes?: readonly Scope[];
  /** True if the route is about the caller, who then needs no workspace. */
  readonly account?: boolean;
  readonly admit?: (request: AdmitRequest) => Promise<Admission>;
  readonly limits?: (request: {
    readonly platform: Platform;
    readonly admitted: Admission;
    readonly ip: string;
    readonly headers: IncomingHttpHeaders;
  }) => RateRule[];
  readonly handle: (request: never) => Promise<unknown>;
}

/** True if a query parameter that the route doesn't declare is a 400; elsewhere it is ignored. */
export function refusesUnknownParameters({ method, surface }: Pick<Route, 'method' | 'surface'>): boolean {
  return method === 'GET' && (surface === 'versioned' || surface === 'personas');
}

/** Declares a route of the versioned API: `/api/v1` and `/v1`, snake_case, API key. */
export function versionedRoute<
  P extends string = never,
  Q = unknown,
  B = unknown,
  A = unknown,
  L extends boolean = false,
>(shape: AuthenticatedShape<P, Q, B, A, L>): Route {
  return { ...shape, surface: 'versioned' } as unknown as Route;
}

/** Declares a route of the versioned API about the caller: a person needs no workspace for it, and nobody a scope. */
export function accountRoute<
  P extends string = never,
  Q = unknown,
  B = unknown,
  A = unknown,
  L extends boolean = false,
>(shape: AccountShape<P, Q, B, A, L>): Route {
  const surface = shape.path.startsWith('/auth/') ? 'auth' : 'versioned';
  return { ...shape, surface, scopes: [], account: true } as unknown as Route;
}

/** Declares a route of sign-in: no credentials, refused for pages of other origins, counted against the address. */
export function signInRoute<P extends string = never, Q = unknown, B = unknown, A = unknown, L extends boolean = false>(
  shape: OpenShape<P, Q, B, A, L>,
): Route {
  // A browser of another origin is refused before anything else.
  const refused = shape.method === 'GET' ? [] : (['insufficient_scope'] as const);
  const errors = [...new Set([...(shape.errors ?? []), ...refused])];
  return { ...shape, errors, surface: 'auth' } as unknown as Route;
}

/** Declares an older endpoint (docs/reference/older-endpoints.md#envelope): `/v1`, camelCase, `{success, data}`. */
export function legacyRoute<P extends string = never, Q = unknown, B = unknown, A = unknown, L extends boolean = false>(
  shape: AuthenticatedShape<P, Q, B, A, L>,
): Route {
  return { ...shape, surface: 'legacy' } as unknown as Route;
}

/** Declares a persona route: `/api/personas`, camelCase, API key. */
export function personaRoute<
  P extends string = never,
  Q = unknown,
  B = unknown,
  A = unknown,
  L extends boolean = false,
>(shape: AuthenticatedShape<P, Q, B, A, L>): Route {
  return { ...shape, surface: 'personas' } as unknown as Route;
}

/** Declares a route of the OpenAI-compatible API: `/openai/v1`, API key, the answer as it is. */
export function openAiRoute<P extends string = never, Q = unknown, B = unknown, A = unknown>(
  shape: AuthenticatedShape<P, Q, B, A, false>,
): Route {
  return { ...shape, surface: 'openai' } as unknown as Route;
}

/** Declares a route of the MCP server: `/mcp`, API key, JSON-RPC. */
export function mcpRoute<B = unknown>(shape: AuthenticatedShape<never, unknown, B, unknown, false>): Route {
  return { ...shape, surface: 'mcp' } as unknown as Route;
}

/** Declares a public route: `/api/public` and `/public`, camelCase, no key; `admit` decides who may. */
export function publicRoute<
  V extends Admission,
  P extends string = never,
  Q = unknown,
  B = unknown,
  A = unknown,
  L extends boolean = false,
>(shape: PublicShape<P, Q, B, A, L, V>): Route {
  return { ...shape, surface: 'public' } as unknown as Route;
}

/** Declares an inbound hook: `/hooks`, versioned envelope; the handler gets the body's bytes and checks the caller's secret. */
export function hookRoute<P extends string = never, Q = unknown, A = unknown, L extends boolean = false>(
  shape: Omit<PublicShape<P, Q, Buffer, A, L, Admission>, 'body' | 'multipart'>,
): Route {
  return { ...shape, surface: 'hooks' } as unknown as Route;
}
