import { createHash, type Hash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { Request, Response } from 'express';
import multer from 'multer';
import { ApiError, invalid, isDiskFull, storageFull, toStorageError } from '../errors.ts';
import { hashFile } from '../hash-file.ts';
import { withoutDirections } from '../one-line.ts';
import type { Platform } from '../platform.ts';
import { isStorableText } from '../storable-text.ts';
import { fileTooLarge } from './check-upload.ts';
import { badText } from './parse.ts';
import type { UploadedFile } from './route.ts';
import { cutText } from '../cut-text.ts';

export interface MultipartBody {
  readonly fields: Record<string, string>;
  readonly file: UploadedFile | undefined;
  /** Computes the SHA-256 of the file and the fields, for Idempotency-Key. */
  readonly hash: () => Buffer;
}

/** Limits of a body, in bytes. */
export interface MultipartLimits {
  readonly maxBytes: number;
  readonly maxFieldBytes?: number | undefined;
}

/** Maximum bytes of a text field, unless the route needs longer ones. */
const defaultFieldBytes = 4096;

/**
 * Reads a multipart body with at most one file in the field `file`, straight to disk. Throws 400; a rejected body
 * leaves nothing on disk. The text fields stay in memory until a body has arrived, which can take hours: their number
 * and sizes limit how much memory a request can occupy.
 */
export async function readMultipart(
  request: Request,
  platform: Platform,
  { maxBytes, maxFieldBytes = defaultFieldBytes }: MultipartLimits,
): Promise<MultipartBody> {
  const limits = { fileSize: maxBytes, files: 1, fields: 10, fieldSize: maxFieldBytes, fieldNameSize: 100 };
  await new Promise<void>((resolve, reject) => {
    const upload = openUpload(platform.storage.incoming, limits);
    upload(request, {} as Response, (error: unknown) => {
      if (error === undefined || error === null) resolve();
      else reject(toMultipartError(error, limits));
    });
  });
  const { file: stored } = request;
  const fields: Record<string, string> = {};
  for (const [name, value] of Object.entries((request.body ?? {}) as Record<string, unknown>)) {
    if (typeof value !== 'string' || !isStorableText(value) || !isStorableText(name)) {
      if (stored !== undefined) await rm(stored.path, { force: true });
      const path = `body.${name.toWellFormed()}`;
      throw typeof value === 'string' ? badText(path) : invalid({ path, message: 'must be given once, as text' });
    }
    fields[name] = value;
  }
  if (stored === undefined && 'file' in fields) {
    throw invalid({
      path: 'body.file',
      message: 'must be a file, not text (curl: -F file=@name)',
      code: 'invalid_type',
    });
  }
  const hash = (): Hash => createHash('sha256').update(JSON.stringify(fields));
  if (stored === undefined) return { fields, file: undefined, hash: () => hash().digest() };
  const { path, originalname, size } = stored;
  const sha256 = await hashFile(path);
  return {
    fields,
    file: { path, fileName: cleanFileName(originalname), size, sha256 },
    hash: () => hash().update(sha256).digest(),
  };
}

/** The middleware of the library. Throws 503 if the folder is unavailable. */
function openUpload(dest: string, limits: ParserLimits): ReturnType<ReturnType<typeof multer>['single']> {
  try {
    return multer({ dest, defParamCharset: 'utf8', limits }).single('file');
  } catch (error) {
    throw toStorageError(error);
  }
}

/**
 * A name that is safe to show and to offer for download: no path, no control or direction characters, at most 200
 * characters.
 */
export function cleanFileName(name: string): string {
  const last = name.toWellFormed().split(/[\\/]/).at(-1) ?? '';
  const clean = withoutDirections(last)
    .replaceAll(/\p{Cc}/gu, '')
    .trim()
    .replace(/^\.+/, '');
  if (clean.length <= 200) return clean === '' ? 'file' : clean;
  const ending = /\.[^.]{1,10}$/.exec(clean)?.[0] ?? '';
  return cutText(clean, 200 - ending.length) + ending;
}

interface ParserLimits {
  readonly fileSize: number;
  readonly fields: number;
  readonly fieldSize: number;
  readonly fieldNameSize: number;
}

function toMultipartError(error: unknown, limits: ParserLimits): ApiError {
  if (error instanceof multer.MulterError) return toLimitError(error, limits);
  if (isDiskFull(error)) return storageFull(error);
  const failure = toStorageError(error);
  if (failure instanceof ApiError) return failure;
  return invalid({ path: 'body', message: 'is not a valid multipart body' });
}

function toLimitError({ code, field = 'file', message }: multer.MulterError, limits: ParserLimits): ApiError {
  const path = `body.${field.toWellFormed()}`;
  switch (code) {
    case 'LIMIT_FILE_SIZE':
      return fileTooLarge('body.file', limits.fileSize);
    case 'LIMIT_FILE_COUNT':
    case 'LIMIT_UNEXPECTED_FILE':
      return invalid({
        path,
        message: 'one file in the field "file" is expected',
        code: field === 'file' ? 'too_many_files' : 'unknown_field',
      });
    case 'LIMIT_FIELD_VALUE':
      return invalid(
        { path, message: `is longer than ${limits.fieldSize} bytes; shorten it`, code: 'too_long' },
        { limit_bytes: limits.fieldSize },
      );
    case 'LIMIT_FIELD_COUNT':
      return invalid(
        { path: 'body', message: `has more than ${limits.fields} text fields; send fewer`, code: 'too_many' },
        { limit: limits.fields },
      );
    case 'LIMIT_FIELD_KEY':
      return invalid({
        path: 'body',
        message: `has a field name of more than ${limits.fieldNameSize} characters; shorten it`,
        code: 'too_long',
      });
    default:
      return invalid({ path: 'body', message });
  }
}
