import type { FormUpload } from '@portico/shared-types/api/public-forms';
import { ApiError, networkError, readApiError } from './api-error.ts';

export interface UploadJob {
  file: File;
  url: string;
  resumableUrl: string;
  headers: Readonly<Record<string, string>>;
  sessionId: string;
  signal: AbortSignal;
  /** Reports the uploaded share, 0 to 1. */
  onProgress(share: number): void;
}

/** The stored part of a finished upload. The resumable protocol returns no download address. */
export interface UploadedFile {
  fileRef: string;
  downloadUrl: string | null;
}

/** Size from which an interruption would cost more than the two extra requests of a resumable upload. */
const resumableFrom = 5 * 1_048_576;

/**
 * Uploads a file; a small one in one request, a large or interrupted one with the resumable protocol. Throws an
 * ApiError.
 */
export async function uploadFile(job: UploadJob): Promise<UploadedFile> {
  if (job.file.size <= resumableFrom) {
    try {
      return await uploadAtOnce(job);
    } catch (error) {
      // Without a connection the other protocol’s code can’t be loaded either.
      if (!(error instanceof ApiError) || error.status !== 0 || !navigator.onLine) throw error;
      if (!(await isReadable(job.file))) throw error;
    }
  }
  const { uploadResumable } = await import('./upload-resumable.ts').catch(() => {
    throw networkError();
  });
  return uploadResumable(job);
}

/** Whether the bytes of a file can still be read: browsers refuse those of one that was changed or removed since. */
export async function isReadable(file: File): Promise<boolean> {
  return file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );
}

/**
 * Uploads a file as one multipart request (docs/reference/public-forms.md#uploads). XMLHttpRequest, because fetch
 * doesn't report progress.
 */
function uploadAtOnce({ file, url, headers, sessionId, signal, onProgress }: UploadJob): Promise<UploadedFile> {
  const { promise, resolve, reject } = Promise.withResolvers<UploadedFile>();
  const request = new XMLHttpRequest();
  const stop = () => request.abort();
  signal.addEventListener('abort', stop, { once: true });

  request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
  request.addEventListener('error', () => reject(networkError()));
  request.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
  request.addEventListener('load', () => {
    if (request.status < 200 || request.status > 299) {
      return reject(readApiError(request.status, request.responseText, request.getResponseHeader('retry-after')));
    }
    try {
      resolve((JSON.parse(request.responseText) as { data: FormUpload }).data);
    } catch {
      reject(networkError());
    }
  });
  request.addEventListener('loadend', () => signal.removeEventListener('abort', stop));

  const body = new FormData();
  // First, so that the server knows the session before the bytes arrive.
  body.append('sessionId', sessionId);
  body.append('file', file, file.name);
  request.open('POST', url);
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
  request.send(body);
  return promise;
}
