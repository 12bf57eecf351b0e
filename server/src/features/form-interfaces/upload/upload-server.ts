import { rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { FormUploadRequest } from '@portico/shared-types';
import { FileStore } from '@tus/file-store';
import { ERRORS, Server, type ServerOptions, type Upload } from '@tus/server';
import {
  type FieldFault,
  invalid,
  isDiskFull,
  notFound,
  storageFull,
  toStorageError,
  unavailable,
} from '../../../platform/errors.ts';
import { hashFile } from '../../../platform/hash-file.ts';
import { fileTooLarge } from '../../../platform/http/check-upload.ts';
import { cleanFileName } from '../../../platform/http/multipart.ts';
import { parsePart } from '../../../platform/http/parse.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { FormInterfaceRow } from '../form/form-interfaces.sql.ts';
import { UploadLocker } from './upload-locker.ts';
import {
  checkUploadsAllowed,
  createUploadId,
  deriveFileRef,
  keepUpload,
  maxUploadBytes,
  uploadLifeMs,
} from './uploads.service.ts';

type TusRequest = Parameters<NonNullable<ServerOptions['onUploadFinish']>>[0];
type TusError = Parameters<NonNullable<ServerOptions['onResponseError']>>[1];

/** The form that a request is for, and the upload, unless it creates one. */
export interface UploadTarget {
  readonly form: FormInterfaceRow;
  readonly id: string | undefined;
}

/** The tus 1.0 server; the target of a request must be in `targets` before the server handles it. */
export interface UploadServer {
  readonly targets: WeakMap<object, UploadTarget>;
  readonly server: Server;
}

/** With less free space than this, a write fails now or with the next chunk. */
const minFreeBytes = 65_536;

/** A store that distinguishes a full disk from other failures, which the library reports alike. */
class UploadStore extends FileStore {
  override async create(...parameters: Parameters<FileStore['create']>): ReturnType<FileStore['create']> {
    return this.#explain(super.create(...parameters));
  }

  override async write(...parameters: Parameters<FileStore['write']>): ReturnType<FileStore['write']> {
    return this.#explain(super.write(...parameters));
  }

  async #explain<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      if (isDiskFull(error) || (await this.#isFull())) throw storageFull(error);
      throw toStorageError(error);
    }
  }

  async #isFull(): Promise<boolean> {
    const { bavail, bsize } = await statfs(this.directory);
    return bavail * bsize < minFreeBytes;
  }
}

/**
 * The library answers errors as plain text, and those that it doesn't expect with the text of the system, which names
 * paths. Here they are thrown instead, for the handler that sends our errors in our envelope.
 */
class ProtocolServer extends Server {
  override async write(...[context, headers, status, body]: Parameters<Server['write']>): ReturnType<Server['write']> {
    const [, names] = (status === 400 ? /^Invalid (.+)$/m.exec(body ?? '') : null) ?? [];
    if (names !== undefined) {
      throw invalid(names.split(' ').map((name) => ({ path: `headers.${name}`, message: 'is not valid' })));
    }
    return super.write(context, headers, status, body);
  }
}

/** What is wrong with a request, by the library's error. */
const faults: ReadonlyMap<unknown, FieldFault> = new Map<unknown, FieldFault>([
  [ERRORS.MISSING_OFFSET, { path: 'headers.upload-offset', message: 'is required', code: 'required' }],
  [ERRORS.INVALID_CONTENT_TYPE, { path: 'headers.content-type', message: 'is required', code: 'required' }],
  [ERRORS.INVALID_LENGTH, { path: 'headers.upload-length', message: 'must be given once, unless it is deferred' }],
  [ERRORS.INVALID_METADATA, { path: 'headers.upload-metadata', message: 'is not valid' }],
  [ERRORS.UNSUPPORTED_CONCATENATION_EXTENSION, { path: 'headers.upload-concat', message: 'is not supported' }],
  [ERRORS.ABORTED, { path: 'body', message: 'was interrupted' }],
]);

export function createUploadServer(platform: Platform): UploadServer {
  const targets = new WeakMap<object, UploadTarget>();
  const directory = join(platform.config.dataDir, 'uploads');
  const store = new UploadStore({ directory, expirationPeriodInMilliseconds: uploadLifeMs });
  const targetOf = (request: TusRequest): UploadTarget => {
    const node = request.runtime?.node?.req;
    const target = node === undefined ? undefined : targets.get(node);
    if (target === undefined) throw new Error('an upload bypassed its form');
    return target;
  };
  const formOf = (request: TusRequest): FormInterfaceRow => targetOf(request).form;
  const server = new ProtocolServer({
    path: '/uploads',
    datastore: store,
    locker: new UploadLocker(),
    maxSize: (request) => maxUploadBytes(formOf(request)),
    allowedOrigins: () => true,
    exposedHeaders: ['Portico-File-Ref', 'Upload-Expires', 'X-Request-Id', 'Retry-After'],
    namingFunction: (request) => createUploadId(formOf(request)),
    // The library's own way also finds an id after a slash in the query, which nothing has checked.
    getFileIdFromRequest: (request) => targetOf(request).id,
    generateUrl: (request, { id }) => `${new URL(request.url).pathname.replace(/\/+$/, '')}/${id}`,
    onUploadCreate: async (request, { metadata }) => {
      checkUploadsAllowed(formOf(request));
      parsePart('body', FormUploadRequest, { sessionId: metadata?.['sessionId'] ?? undefined });
      return Promise.resolve({});
    },
    onUploadFinish: async (request, upload) => {
      const fileRef = await keepFinished(platform, formOf(request), directory, upload);
      // A finished upload doesn't expire. The library would look in the store whether it does, and respond with 404.
      upload.creation_date = undefined;
      return { headers: { 'Portico-File-Ref': fileRef } };
    },
    onResponseError: (request, error) => {
      const status = 'status_code' in error ? error.status_code : undefined;
      // Only tus knows this status; a finished upload gets the same response.
      if (status === 409) return { status_code: 409, body: '' };
      throw toApiError(error, status, request.url, () => maxUploadBytes(formOf(request)));
    },
  });

  return { targets, server };
}

/** Stores a finished upload as a file of its form; returns its reference. */
async function keepFinished(
  platform: Platform,
  form: FormInterfaceRow,
  directory: string,
  { id, size, metadata }: Upload,
): Promise<string> {
  const path = join(directory, id);
  const fileRef = deriveFileRef(platform, id);
  try {
    const file = {
      path,
      fileName: cleanFileName(metadata?.['filename'] ?? ''),
      size: size ?? 0,
      sha256: await hashFile(path),
    };
    await keepUpload(platform, form, file, { sessionId: metadata?.['sessionId'] ?? undefined, fileRef });
  } catch (error) {
    // Another request may have finished or deleted it at the same time.
    throw isMissing(error, path) ? ERRORS.FILE_NOT_FOUND : error;
  } finally {
    await discard(platform, path);
  }
  return fileRef;
}

/** Deletes an upload's files. What can't be deleted now is swept later. */
async function discard({ log }: Platform, path: string): Promise<void> {
  try {
    for (const file of [path, `${path}.json`]) await rm(file, { force: true });
  } catch (error) {
    log.warn({ err: error }, 'the files of an upload were not deleted');
  }
}

/** The error of the library as one that is sent in our envelope. */
function toApiError(error: TusError, status: number | undefined, url: string, getMaxBytes: () => number): Error {
  const fault = faults.get(error);
  if (fault !== undefined) return invalid(fault);
  if (status === 404 || status === 410) return notFound('upload', new URL(url).pathname.split('/').at(-1) ?? '');
  if (error === ERRORS.ERR_LOCK_TIMEOUT) return unavailable('Another request is still writing this upload.');
  // The library also throws plain objects, which the log would show without a stack.
  if (status !== 413) return error instanceof Error ? error : new Error(`the upload server: ${error.body.trim()}`);
  const maxBytes = getMaxBytes();
  if (error === ERRORS.ERR_MAX_SIZE_EXCEEDED) return fileTooLarge('headers.upload-length', maxBytes);
  const message = `is longer than the rest of the upload, or makes it larger than ${maxBytes} bytes`;
  return invalid({ path: 'body', message, code: 'file_too_large' }, { limit_bytes: maxBytes });
}

function isMissing(error: unknown, path: string): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT' && 'path' in error && error.path === path;
}
