import type { FormUpload } from '@portico/shared-types/api/public-forms';
import { networkError, readApiError } from './api-error.ts';
import type { UploadedFile, UploadJob } from './upload-file.ts';

/**
 * Sends a file as one multipart request (docs/reference/public-forms.md#uploads). XMLHttpRequest, because fetch doesn't
 * tell how far it has come.
 */
export function uploadAtOnce({ file, url, headers, sessionId, signal, onProgress }: UploadJob): Promise<UploadedFile> {
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
