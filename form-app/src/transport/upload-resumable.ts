import { DetailedError, Upload, type HttpResponse } from 'tus-js-client';
import { networkError, readApiError } from './api-error.ts';
import type { UploadedFile, UploadJob } from './upload-file.ts';

/**
 * Uploads a file with tus 1.0, and resumes an interrupted upload of the same file. The last response has the upload's
 * `Portico-File-Ref` (docs/reference/public-forms.md#resumable-uploads); its other fields are known here.
 */
export async function uploadResumable({
  file,
  resumableUrl,
  headers,
  sessionId,
  signal,
  onProgress,
}: UploadJob): Promise<UploadedFile> {
  const { promise, resolve, reject } = Promise.withResolvers<UploadedFile>();
  const upload = new Upload(file, {
    endpoint: resumableUrl,
    headers: { ...headers },
    metadata: { filename: file.name, filetype: file.type, sessionId },
    retryDelays: [500, 1500, 4000, 8000],
    removeFingerprintOnSuccess: true,
    // Two sessions in one browser must not find each other's uploads.
    fingerprint: async (file) =>
      ['portico', resumableUrl, sessionId, file.name, file.size, file.lastModified].join('\n'),
    // Without a connection every attempt would fail; the caller starts again once there is one.
    onShouldRetry: (error) => navigator.onLine && isPassing(error.originalResponse?.getStatus()),
    onProgress: (sent, total) => onProgress(total > 0 ? sent / total : 0),
    onError: (error) => reject(asApiError(error)),
    onSuccess: ({ lastResponse }) => {
      const fileRef = lastResponse.getHeader('Portico-File-Ref');
      if (fileRef === undefined) return reject(networkError());
      resolve({ fileRef, downloadUrl: null });
    },
  });
  signal.addEventListener('abort', () => {
    void upload.abort(true).catch(() => undefined);
    reject(new DOMException('', 'AbortError'));
  });

  const [previous] = await upload.findPreviousUploads();
  if (previous !== undefined) upload.resumeFromPreviousUpload(previous);
  if (!signal.aborted) upload.start();
  return promise;
}

function isPassing(status: number | undefined): boolean {
  return status === undefined || status === 0 || status === 409 || status === 423 || status >= 500;
}

function asApiError(error: Error): Error {
  const answer: HttpResponse | null = error instanceof DetailedError ? error.originalResponse : null;
  if (answer === null) return networkError();
  return readApiError(answer.getStatus(), answer.getBody(), answer.getHeader('retry-after') ?? null);
}
