import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import express, { type Request, type Response } from 'express';
import { z } from 'zod';
import { type ApiError, invalid, notFound } from '../errors.ts';
import type { Platform } from '../platform.ts';
import { isStorableText, toStorableText } from '../storable-text.ts';
import { readMultipart } from './multipart.ts';
import { badText, parseJson, parsePart } from './parse.ts';
import { type AccountCaller } from './caller.ts';
import { type Admission, refusesUnknownFields, refusesUnknownParameters, type BoundRoute } from './route.ts';

/** Characters; the path of a node in called workflows is the longest. */
const maxParameter = 2_000;

const noHash = (): Buffer => Buffer.alloc(0);

/** The body of a request that needs none. */
const NoFields = z.strictObject({});

export function readParams(route: BoundRoute, request: Request): Record<string, string> {
  const params: Record<string, string> = {};
  for (const [name, resource] of Object.entries(route.params ?? {})) {
    const value = request.params[name];
    if (typeof value !== 'string' || !isStorableText(value) || value.length > maxParameter) {
      throw notFound(resource, typeof value === 'string' ? toStorableText(value) : '');
    }
    params[name] = value;
  }
  return params;
}

/**
 * Returns the query's values by name.
 * @throws ApiError 400 for a name that is given twice, and, on the surfaces that reject unknown fields, for a parameter
 * of a GET that the route doesn't declare: a misspelled filter must not return everything.
 */
export function readQuery(route: BoundRoute, request: Request, caller?: AccountCaller): Record<string, unknown> {
  const values: Record<string, unknown> = { ...request.query };
  // Event streams and downloads that the browser opens by itself can't name the workspace in a header.
  if (caller !== undefined && route.method === 'GET') {
    requireOne('query.workspace', values['workspace'] ?? '');
    delete values['workspace'];
  }
  if (refusesUnknownParameters(route)) refuseUnknown(route, Object.keys(values));
  for (const [name, value] of Object.entries(values)) {
    const path = `query.${name.toWellFormed()}`;
    requireOne(path, value);
    if (!isStorableText(value)) throw badText(path);
  }
  return values;
}

function requireOne(path: string, value: unknown): asserts value is string {
  if (typeof value !== 'string') throw invalid({ path, message: 'must be given once, as text' });
}

function refuseUnknown(route: BoundRoute, names: readonly string[]): void {
  const known = route.query instanceof z.ZodObject ? Object.keys(route.query.shape) : [];
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  const taken = known.length === 0 ? 'none' : known.join(', ');
  const code = 'unknown_field';
  const message = `is not a known parameter; known here: ${taken}`;
  throw invalid(unknown.map((name) => ({ path: `query.${name.toWellFormed().replaceAll('\0', '')}`, message, code })));
}

export async function readPayload(
  route: BoundRoute,
  request: Request,
  platform: Platform,
  admitted: Admission | undefined,
) {
  const schema = route.body ?? (refusesUnknownFields(route) ? NoFields : undefined);
  if (route.multipart !== undefined && request.is('multipart/form-data') !== false) {
    const { fields, file, hash } = await readMultipart(request, platform, {
      maxBytes: route.multipart.maxBytes(admitted),
      maxFieldBytes: route.multipart.maxFieldBytes,
    });
    try {
      if (file === undefined && route.multipart.required)
        throw invalid({ path: 'body.file', message: 'is required', code: 'required' });
      const schemaOfFields = route.multipart.fields ?? schema;
      const body = schemaOfFields === undefined ? fields : parsePart('body', schemaOfFields, fields);
      return { body, file, hash };
    } catch (error) {
      if (file !== undefined) await rm(file.path, { force: true });
      throw error;
    }
  }
  if (route.multipart?.required === true) {
    throw invalid({ path: 'body', message: 'must be multipart/form-data with a field "file"' });
  }
  // A GET or a DELETE has no body that means anything (RFC 9110 section 9.3.1).
  if (route.body === undefined && route.method !== 'POST') return { body: undefined, file: undefined, hash: noHash };
  const bytes = await readBody(request, maxBodyBytes(route));
  const hash = (): Buffer => createHash('sha256').update(bytes).digest();
  // A hook's signature covers the exact bytes of the body, so its handler gets them unparsed.
  if (route.surface === 'hooks') return { body: bytes, file: undefined, hash };
  if (schema === undefined) return { body: undefined, file: undefined, hash };
  const value = bytes.length === 0 ? {} : parseJson(bytes, request.headers['content-type']);
  return { body: parsePart<unknown>('body', schema, value), file: undefined, hash };
}

/** JSON bodies are limited to 1 MiB (docs/reference/addresses.md#requests). */
export const bodyLimitBytes = 1_048_576;

/**
 * The default for visitors: a megabyte of small values takes a tenth of a second to parse and to check, and most
 * requests of a visitor need a few hundred bytes.
 */
const visitorLimitBytes = 131_072;

function maxBodyBytes(route: BoundRoute): number {
  return route.maxBodyBytes ?? (route.surface === 'public' ? visitorLimitBytes : bodyLimitBytes);
}

/** Reads the whole body, decompressed if necessary. Throws 400 with `limit_bytes` if it is longer than `limit`. */
async function readBody(request: Request, limit: number): Promise<Buffer> {
  if (Buffer.isBuffer(request.body)) return request.body;
  const read = express.raw({ type: () => true, limit });
  await new Promise<void>((resolve, reject) => {
    read(request, {} as Response, (error?: unknown) => {
      if (error === undefined) resolve();
      else reject(toBodyError(error, limit, request.headers['content-encoding']));
    });
  });
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
}

function toBodyError(error: unknown, limit: number, encoding: string | undefined): ApiError {
  const type = typeof error === 'object' && error !== null && 'type' in error ? error.type : undefined;
  if (type === 'entity.too.large') {
    return invalid(
      { path: 'body', message: `is longer than ${limit} bytes`, code: 'too_long' },
      { limit_bytes: limit },
    );
  }
  if (type === 'encoding.unsupported') {
    const message = 'must be gzip, deflate or br, or left out';
    return invalid({ path: 'headers.content-encoding', message, code: 'invalid_option' });
  }
  // Other errors have a type: one of the decompression hasn't.
  if (type === undefined && encoding !== undefined) {
    const message = `is not in the declared Content-Encoding, ${encoding}`;
    return invalid({ path: 'body', message, code: 'invalid_format' });
  }
  return invalid({ path: 'body', message: 'could not be read' });
}
