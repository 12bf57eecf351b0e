import { errorOfBody, RequestError } from '../transport/errors.ts';

/**
 * Sends one file as multipart `file` and reports progress from 0 to 1. XMLHttpRequest, because fetch does not report
 * upload progress.
 */
export function sendFile<T>(
  url: string,
  headers: Readonly<Record<string, string>>,
  file: File,
  onProgress: (done: number) => void,
  signal: AbortSignal,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    const fail = () => reject(new RequestError('offline', 0, ''));
    request.open('POST', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.responseType = 'json';
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total);
    });
    request.addEventListener('error', fail);
    request.addEventListener('abort', fail);
    request.addEventListener('loadend', () => signal.removeEventListener('abort', abort));
    request.addEventListener('load', () => {
      if (request.status >= 200 && request.status < 300) {
        resolve((request.response as { data: T }).data);
        return;
      }
      reject(errorOfBody(request.response, request.status, request.getResponseHeader('retry-after')));
    });
    signal.addEventListener('abort', abort);
    const body = new FormData();
    body.append('file', file, file.name);
    request.send(body);
  });
}
