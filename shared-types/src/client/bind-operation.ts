import type { z } from 'zod';
import { createId } from '../rules/create-id.ts';
import type { CallOptions, NamedFile, Page, StreamOptions } from './client.ts';
import { followEvents } from './follow-events.ts';
import type { Act, Call, Download, List, Stream, Upload } from './operation.ts';
import { type Connection, readEnvelope, send, type WireRequest, writeText } from './send.ts';

type Schema = z.ZodType | undefined;
type AnyOperation =
  | Call<string, Schema, z.ZodType, Schema>
  | List<string, z.ZodType, z.ZodType>
  | Upload<string, Schema, z.ZodType>
  | Stream<string, Schema, Readonly<Record<string, z.ZodType>>>
  | Download<string, Schema, Schema>
  | Act<string, Schema>;
type Caller = (...args: unknown[]) => unknown;

/** The methods of an operation: one, and for a list also the one that reads all of it. */
export function callers(connection: Connection, name: string, operation: AnyOperation): [string, Caller][] {
  switch (operation.kind) {
    case 'call':
      return [[name, bindCall(connection, operation)]];
    case 'act':
      return [[name, bindAct(connection, operation)]];
    case 'list':
      return bindList(connection, name, operation);
    case 'upload':
      return [[name, bindUpload(connection, operation)]];
    case 'stream':
      return [[name, bindStream(connection, operation)]];
    case 'download':
      return [[name, bindDownload(connection, operation)]];
  }
}

function bindCall(
  connection: Connection,
  { method, path, body, query }: Call<string, Schema, z.ZodType, Schema>,
): Caller {
  return async (...args) => {
    const { filled, rest } = fillPath(path, args);
    const sent = body === undefined ? undefined : withMessageId(body, rest.shift());
    const asked = query === undefined ? undefined : (rest.shift() as WireRequest['query']);
    const options = (rest[0] ?? {}) as CallOptions;
    const request = { method, path: filled, body: sent, query: asked, ...repeatable(method, path, options) };
    return send(connection, request, readData);
  };
}

function bindAct(connection: Connection, { method, path, body }: Act<string, Schema>): Caller {
  return async (...args) => {
    const { filled, rest } = fillPath(path, args);
    const sent = body === undefined ? undefined : (rest.shift() ?? {});
    const options = (rest[0] ?? {}) as CallOptions;
    await send(connection, { method, path: filled, body: sent, ...repeatable(method, path, options) }, readNothing);
  };
}

function bindList(
  connection: Connection,
  name: string,
  { path, whole }: List<string, z.ZodType, z.ZodType>,
): [string, Caller][] {
  const readPage = async (...args: unknown[]): Promise<Page<unknown>> => {
    const { filled, rest } = fillPath(path, args);
    const [query, options] = rest as [WireRequest['query'], CallOptions | undefined];
    const { signal, timeoutMs } = options ?? {};
    return send(connection, { method: 'GET', path: filled, query, signal, timeoutMs }, readPageOf);
  };
  const readAll = async function* (...args: unknown[]): AsyncGenerator<unknown, void> {
    const { values, rest } = fillPath(path, args);
    const [{ page: first = 1, per_page: perPage = 100, ...query } = {}, ...options] = rest as [
      WireRequest['query'],
      ...unknown[],
    ];
    yield* readPages(Number(first), Number(perPage), async (page) =>
      readPage(...values, { ...whole, ...query, page, per_page: perPage }, ...options),
    );
  };
  return [
    [name, readPage],
    [name.replace('list', 'listAll'), readAll],
  ];
}

/**
 * Yields the items of all pages from `first` on, each once. Items that are deleted meanwhile, such as those that the
 * loop has deleted, move the others to earlier pages, which are then read again; new items move some to later pages.
 */
async function* readPages(
  first: number,
  perPage: number,
  readPage: (page: number) => Promise<Page<unknown>>,
): AsyncGenerator<unknown, void> {
  const yielded = new Set<unknown>();
  let known = 0;
  let page = first;
  for (;;) {
    const { data, pagination } = await readPage(page);
    const deleted = known - pagination.total_count;
    known = pagination.total_count;
    if (deleted > 0 && page > first) {
      // The item that was to come next is on an earlier page, or still on this one.
      page = Math.max(first, page - Math.ceil(deleted / perPage));
      continue;
    }
    for (const item of data) {
      const id = idOf(item);
      if (id !== undefined && yielded.has(id)) continue;
      yielded.add(id);
      yield item;
    }
    if (!pagination.has_next) return;
    page += 1;
  }
}

function idOf(item: unknown): unknown {
  return typeof item === 'object' && item !== null && 'id' in item ? item.id : undefined;
}

function bindUpload(connection: Connection, { method, path, fields }: Upload<string, Schema, z.ZodType>): Caller {
  return async (...args) => {
    const { filled, rest } = fillPath(path, args);
    const { name, data } = rest.shift() as NamedFile;
    const form = new FormData();
    const beside = fields === undefined ? {} : ((rest.shift() ?? {}) as Record<string, unknown>);
    for (const [field, value] of Object.entries(beside)) if (value !== undefined) form.set(field, writeText(value));
    form.set('file', data, name);
    const options = (rest[0] ?? {}) as CallOptions;
    const request = { method, path: filled, form, ...repeatable(method, path, options) };
    return send(withoutUsualTimeout(connection), request, readData);
  };
}

function bindStream(
  connection: Connection,
  { method, path, body, events, ends }: Stream<string, Schema, Readonly<Record<string, z.ZodType>>>,
): Caller {
  return async function* (...args) {
    const { filled, rest } = fillPath(path, args);
    const asked = body === undefined ? {} : { body: { ...withMessageId(body, rest.shift()), stream: true } };
    const { signal, lastEventId } = (rest[0] ?? {}) as StreamOptions;
    yield* followEvents(connection, {
      open: async (last, stop) =>
        send(
          { ...connection, maxRetries: 0, timeoutMs: Number.POSITIVE_INFINITY },
          { method, path: filled, headers: streamHeaders(last), signal: stop, ...asked },
          keepOpen,
        ),
      known: new Set(Object.keys(events)),
      ends,
      lastEventId,
      signal,
    });
  };
}

function streamHeaders(last: number | undefined): Record<string, string> {
  const accept = { Accept: 'text/event-stream' };
  return last === undefined ? accept : { ...accept, 'Last-Event-ID': String(last) };
}

function bindDownload(connection: Connection, { method, path, query, body }: Download<string, Schema, Schema>): Caller {
  return async (...args) => {
    const { filled, rest } = fillPath(path, args);
    const sent = body === undefined ? undefined : rest.shift();
    const asked = query === undefined ? undefined : (rest.shift() as WireRequest['query']);
    const { signal, timeoutMs } = (rest[0] ?? {}) as CallOptions;
    const headers = { Accept: '*/*' };
    const request = { method, path: filled, body: sent, query: asked, headers, signal, timeoutMs };
    return send(withoutUsualTimeout(connection), request, async (response) => response.blob());
  };
}

/**
 * Puts the first arguments into the placeholders of the path.
 * @throws TypeError for an id that would change the path: `fetch` resolves `..` and `.`, even if they are encoded, so
 * that a call for one document would reach its knowledge base.
 */
function fillPath(path: string, args: readonly unknown[]): { filled: string; values: unknown[]; rest: unknown[] } {
  const rest = [...args];
  const values: unknown[] = [];
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest.shift();
    values.push(value);
    const text = String(value);
    if (['', '.', '..', 'undefined', 'null'].includes(text))
      throw new TypeError(`${name} must be an id, not ${JSON.stringify(value)}`);
    return encodeURIComponent(text);
  });
  return { filled, values, rest };
}

/**
 * What is sent: a message with an id, because repeating it returns the same reply again, from its first event. Its
 * `Idempotency-Key` isn't enough: a message whose reply fails with a 503 is stored.
 */
function withMessageId(body: z.ZodType, given: unknown = {}): object {
  const takesId = 'shape' in body && Object.hasOwn(Object(body.shape), 'client_message_id');
  return takesId ? { client_message_id: createId(), ...Object(given) } : Object(given);
}

/** A POST with its own key can safely be repeated; of the public endpoints, only that of submissions accepts keys. */
function repeatable(method: string, path: string, options: CallOptions): Partial<WireRequest> {
  const { signal, timeoutMs, idempotencyKey } = options;
  const takesKey = method === 'POST' && (!path.startsWith('/api/public/') || path.endsWith('/submissions'));
  return { signal, timeoutMs, idempotencyKey: takesKey ? (idempotencyKey ?? createId()) : undefined };
}

/** How long a file takes depends on its size and the network: only a limit that was chosen applies. */
function withoutUsualTimeout(connection: Connection): Connection {
  return { ...connection, timeoutMs: connection.timeoutMs ?? Number.POSITIVE_INFINITY };
}

async function readData(response: Response): Promise<unknown> {
  return (await readEnvelope(response)).data;
}

async function readPageOf(response: Response): Promise<Page<unknown>> {
  const { data, pagination } = (await readEnvelope(response)) as Page<unknown>;
  return { data, pagination };
}

const readNothing = async (): Promise<void> => {};
const keepOpen = async (response: Response): Promise<Response> => response;
