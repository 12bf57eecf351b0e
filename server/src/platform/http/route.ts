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
export interface RouteRequest<P extends string, Q, B, C extends Platform = Platform> {
  readonly platform: C;
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

interface RouteShape<C extends Platform, P extends string, Q, B, A, L extends boolean> {
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
    maxBytes(platform: C): number;
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

export interface PublicShape<
  C extends Platform,
  P extends string,
  Q,
  B,
  A,
  L extends boolean,
  V extends Admission,
> extends Omit<RouteShape<C, P, Q, B, A, L>, 'multipart'> {
  readonly multipart?: {
    maxBytes(platform: C, admitted: V): number;
    readonly required: boolean;
  };
  /** Finds the interface behind the slug and checks the origin, before anything else; throws a 404. */
  admit(request: AdmitRequest<C>): Promise<V>;
  /** The allowances this request takes from, beside the IP's day. */
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

/** What a handler is called with; its own declaration has parsed it, so that it fits what the handler asks for. */
interface AnyRequest<C extends Platform> extends RouteRequest<string, unknown, unknown, C> {
  readonly caller?: AccountCaller | undefined;
  readonly admitted?: Admission | undefined;
}

/** What a route declares, as the OpenAPI document shows it. */
export interface RouteDeclaration extends Omit<
  RouteShape<Platform, string, unknown, unknown, unknown, boolean>,
  'multipart'
> {
  readonly surface: Surface;
  readonly multipart?: { readonly required: boolean } | undefined;
  readonly scopes?: readonly Scope[];
  /** True if the route is about the caller, who then needs no workspace. */
  readonly account?: boolean;
}

/**
 * A declared route that works with a platform of type C. A list of routes can't keep what each one's parameters, query
 * and body are: their functions are methods, so TypeScript lets a more special parameter pass here.
 */
export interface Route<in C extends Platform = Platform> extends RouteDeclaration {
  readonly multipart?: { maxBytes(platform: C, admitted: Admission | undefined): number; readonly required: boolean };
  admit?(request: AdmitRequest<C>): Promise<Admission>;
  limits?(request: LimitRequest<C, Admission>): RateRule[];
  handle(request: AnyRequest<C>): Promise<unknown>;
}

/** A route together with the platform that it works with, as it is mounted. */
export interface BoundRoute extends RouteDeclaration {
  readonly multipart?:
    { readonly maxBytes: (admitted: Admission | undefined) => number; readonly required: boolean } | undefined;
  readonly admit?: ((request: Omit<AdmitRequest, 'platform'>) => Promise<Admission>) | undefined;
  readonly limits?: ((request: Omit<LimitRequest<Platform, Admission>, 'platform'>) => RateRule[]) | undefined;
  readonly handle: (request: Omit<AnyRequest<Platform>, 'platform'>) => Promise<unknown>;
}

/** Gives routes the platform of the feature that they belong to. */
export function bindRoutes<C extends Platform>(platform: C, routes: readonly Route<C>[]): BoundRoute[] {
  return routes.map((route) => {
    const { multipart } = route;
    const admit = route.admit?.bind(route);
    const limits = route.limits?.bind(route);
    return {
      ...route,
      multipart: multipart && {
        required: multipart.required,
        maxBytes: (admitted) => multipart.maxBytes(platform, admitted),
      },
      admit: admit && (async (request) => admit({ ...request, platform })),
      limits: limits && ((request) => limits({ ...request, platform })),
      // The request's signal is made when it is first asked for, so the request isn't copied.
      handle: async (request) => route.handle(Object.assign(request, { platform })),
    };
  });
}

/** True if a query parameter that the route doesn't declare is a 400; elsewhere it is ignored. */
export function refusesUnknownParameters({ method, surface }: Pick<RouteDeclaration, 'method' | 'surface'>): boolean {
  return method === 'GET' && (surface === 'versioned' || surface === 'personas');
}
