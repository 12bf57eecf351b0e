import type { z } from 'zod';
import type { Pagination } from '../envelope.ts';
import type { Act, Call, Download, List, Stream, Upload } from './operation.ts';
import type { operations } from './operations.ts';

/** Options of any call. */
export interface CallOptions {
  /** Stops the call, its retries, or the stream. */
  readonly signal?: AbortSignal | undefined;
  /** Replaces the client's `timeoutMs`. */
  readonly timeoutMs?: number | undefined;
  /** For POST: replaces the key that the client generates (docs/reference/limits.md#idempotency). */
  readonly idempotencyKey?: string | undefined;
}

export interface StreamOptions {
  readonly signal?: AbortSignal | undefined;
  /** Starts after this event of an earlier stream. */
  readonly lastEventId?: number | undefined;
}

export interface Page<T> {
  readonly data: T[];
  readonly pagination: Pagination;
}

/** The client of a Portico server; `client.agents.get(id)` and so on, by resource. */
export type Client = { readonly [Name in keyof Operations]: Resource<Operations[Name]> };

type Operations = typeof operations;
type Resource<Table> = { readonly [Name in keyof Table]: Method<Table[Name]> } & {
  readonly [Name in keyof Table as Table[Name] extends { kind: 'list' } ? AllName<Name> : never]: AllMethod<
    Table[Name]
  >;
};
type AllName<Name> = Name extends `list${infer Rest}` ? `listAll${Rest}` : never;

type Method<O> =
  O extends Call<infer Path, infer Body, infer Answer extends z.ZodType, infer Query>
    ? (
        ...args: [...Ids<Path>, ...BodyArgument<Body>, ...QueryArgument<Query>, options?: CallOptions]
      ) => Promise<z.output<Answer>>
    : O extends List<infer Path, infer Query extends z.ZodType, infer Answer extends z.ZodType>
      ? (...args: [...Ids<Path>, query?: QueryOf<Query>, options?: CallOptions]) => Promise<Page<z.output<Answer>>>
      : O extends Upload<infer Path, infer Fields, infer Answer extends z.ZodType>
        ? (
            ...args: [...Ids<Path>, file: NamedFile, ...FieldsArgument<Fields>, options?: CallOptions]
          ) => Promise<z.output<Answer>>
        : O extends Stream<infer Path, infer Body, infer Known>
          ? (...args: [...Ids<Path>, ...BodyArgument<Body>, options?: StreamOptions]) => EventsOf<Known>
          : O extends Download<infer Path, infer Query, infer Body>
            ? (
                ...args: [...Ids<Path>, ...BodyArgument<Body>, ...QueryArgument<Query>, options?: CallOptions]
              ) => Promise<Blob>
            : O extends Act<infer Path, infer Body>
              ? (...args: [...Ids<Path>, ...BodyArgument<Body>, options?: CallOptions]) => Promise<void>
              : never;

/** The whole list, loaded page by page. */
type AllMethod<O> =
  O extends List<infer Path, infer Query extends z.ZodType, infer Answer extends z.ZodType>
    ? (...args: [...Ids<Path>, query?: QueryOf<Query>, options?: CallOptions]) => AsyncGenerator<z.output<Answer>, void>
    : never;

/** A file to upload: a browser's File, or bytes with a name. */
export interface NamedFile {
  readonly name: string;
  readonly data: Blob;
}

/** One identifier for each placeholder in the path. */
type Ids<Path> = Path extends `${string}{${string}}${infer Rest}` ? [id: string, ...Ids<Rest>] : [];

type BodyArgument<Body> = Body extends z.ZodType
  ? Partial<z.input<Body>> extends z.input<Body>
    ? [body?: z.input<Body>]
    : [body: z.input<Body>]
  : [];

type FieldsArgument<Fields> = Fields extends z.ZodType ? [fields?: z.input<Fields>] : [];
type QueryArgument<Query> = Query extends z.ZodType ? [query?: QueryOf<Query>] : [];
type QueryOf<Query extends z.ZodType> = Partial<z.output<Query>>;

type EventsOf<Known> = AsyncGenerator<
  { [Name in keyof Known & string]: { id?: number; event: Name; data: DataOf<Known[Name]> } }[keyof Known & string],
  void
>;
type DataOf<Schema> = Schema extends z.ZodType ? z.output<Schema> : never;
