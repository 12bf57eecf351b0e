import type { z } from 'zod';

/*
 * The client's description of an operation: its address and its schemas. A test compares each with the server's own
 * declaration and openapi.json. The published client contains only what bind-operation.ts reads of it
 * (scripts/outline-operations.ts).
 */

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Events = Readonly<Record<string, z.ZodType>>;

/** One request, one response. */
export interface Call<Path extends string, Body, Answer, Query = undefined> {
  readonly kind: 'call';
  readonly method: Method;
  readonly path: Path;
  readonly body: Body;
  readonly query: Query;
  readonly answer: Answer;
}

export function call<const Path extends string, Answer extends z.ZodType>(
  method: Method,
  path: Path,
  schemas: { readonly answer: Answer },
): Call<Path, undefined, Answer>;
export function call<const Path extends string, Body extends z.ZodType, Answer extends z.ZodType>(
  method: Method,
  path: Path,
  schemas: { readonly body: Body; readonly answer: Answer },
): Call<Path, Body, Answer>;
export function call<const Path extends string, Query extends z.ZodType, Answer extends z.ZodType>(
  method: Method,
  path: Path,
  schemas: { readonly query: Query; readonly answer: Answer },
): Call<Path, undefined, Answer, Query>;
export function call(
  method: Method,
  path: string,
  { body, query, answer }: { readonly body?: z.ZodType; readonly query?: z.ZodType; readonly answer: z.ZodType },
): Call<string, z.ZodType | undefined, z.ZodType, z.ZodType | undefined> {
  return { kind: 'call', method, path, body, query, answer };
}

/** A page of a list. */
export interface List<Path extends string, Query, Answer> {
  readonly kind: 'list';
  readonly method: 'GET';
  readonly path: Path;
  readonly query: Query;
  readonly answer: Answer;
  /** What `listAll` asks for unless the caller does: an order in which no item changes its place. */
  readonly whole: Readonly<Record<string, unknown>>;
}

export function list<const Path extends string, Query extends z.ZodType, Answer extends z.ZodType>(
  path: Path,
  query: Query,
  answer: Answer,
  whole: Partial<z.output<Query>> = {},
): List<Path, Query, Answer> {
  return { kind: 'list', method: 'GET', path, query, answer, whole: { ...whole } };
}

/** A multipart request with one file and the fields beside it. */
export interface Upload<Path extends string, Fields, Answer> {
  readonly kind: 'upload';
  readonly method: 'POST';
  readonly path: Path;
  readonly fields: Fields;
  readonly answer: Answer;
}

export function upload<const Path extends string, Fields extends z.ZodType | undefined, Answer extends z.ZodType>(
  path: Path,
  fields: Fields,
  answer: Answer,
): Upload<Path, Fields, Answer> {
  return { kind: 'upload', method: 'POST', path, fields, answer };
}

/** The bytes of a file; with a body, of one that is written for this request. */
export interface Download<Path extends string, Query = undefined, Body = undefined> {
  readonly kind: 'download';
  readonly method: 'GET' | 'POST';
  readonly path: Path;
  readonly query: Query;
  readonly body: Body;
}

export function download<const Path extends string>(path: Path): Download<Path>;
export function download<const Path extends string, Query extends z.ZodType>(
  path: Path,
  query: Query,
): Download<Path, Query>;
export function download(path: string, query?: z.ZodType): Download<string, z.ZodType | undefined> {
  return { kind: 'download', method: 'GET', path, query, body: undefined };
}

export function order<const Path extends string, Body extends z.ZodType>(
  path: Path,
  body: Body,
): Download<Path, undefined, Body> {
  return { kind: 'download', method: 'POST', path, query: undefined, body };
}

/** A request whose response has no content (204). */
export interface Act<Path extends string, Body> {
  readonly kind: 'act';
  readonly method: Method;
  readonly path: Path;
  readonly body: Body;
}

export function act<const Path extends string>(method: Method, path: Path): Act<Path, undefined>;
export function act<const Path extends string, Body extends z.ZodType>(
  method: Method,
  path: Path,
  body: Body,
): Act<Path, Body>;
export function act(method: Method, path: string, body?: z.ZodType): Act<string, z.ZodType | undefined> {
  return { kind: 'act', method, path, body };
}

/** A stream of events: of a resource from some event on, or those of the requested reply. */
export interface Stream<Path extends string, Body, Known extends Events> {
  readonly kind: 'stream';
  readonly method: 'GET' | 'POST';
  readonly path: Path;
  readonly body: Body;
  readonly events: Known;
  /** The terminal events; undefined for a stream without an end. */
  readonly ends: readonly string[] | undefined;
}

export function follow<const Path extends string, Known extends Events>(
  path: Path,
  events: Known,
  ends?: readonly (keyof Known & string)[],
): Stream<Path, undefined, Known> {
  return { kind: 'stream', method: 'GET', path, body: undefined, events, ends };
}

/** The events of a request without a body. */
export function request<const Path extends string, Known extends Events>(
  path: Path,
  events: Known,
  ends: readonly (keyof Known & string)[],
): Stream<Path, undefined, Known> {
  return { kind: 'stream', method: 'POST', path, body: undefined, events, ends };
}

export function ask<const Path extends string, Body extends z.ZodType, Known extends Events>(
  path: Path,
  body: Body,
  events: Known,
  ends: readonly (keyof Known & string)[],
): Stream<Path, Body, Known> {
  return { kind: 'stream', method: 'POST', path, body, events, ends };
}
