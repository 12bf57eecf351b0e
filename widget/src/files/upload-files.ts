import type { ReadonlySignal, Signal } from '@preact/signals';
import { createId } from '@portico/shared-types/rules/create-id';
import { mayUpload } from '@portico/browser-kit/may-upload';
import type { ChatUploadResult } from '@portico/shared-types/api/public-chat';
import type { Session } from '../models/session.ts';
import type { ChatApi } from '../transport/api.ts';
import { errorOfBody, RequestError, toChatError } from '../transport/errors.ts';
import type { Face } from '../face.ts';
import type { ChatError, Upload } from '../types.ts';

export interface FileSenderOptions {
  api: ChatApi;
  session: Session;
  rules: ReadonlySignal<Face['uploads'] | undefined>;
  list: Signal<readonly Upload[]>;
}

export interface FileSender {
  add(files: readonly File[]): void;
  retry(id: string): void;
  /** Stops the upload and releases the preview of a file that was removed from the list. */
  forget(upload: Upload): void;
}

const MEGABYTE = 1_048_576;

/** Uploads files as they are added. Checks that need no bytes (kind, size, count) run first. */
export function createFileSender({ api, session, rules, list }: FileSenderOptions): FileSender {
  const running = new Map<string, AbortController>();
  const files = new Map<string, File>();

  const change = (id: string, next: Partial<Upload>) => {
    list.value = list.value.map((upload) => (upload.id === id ? { ...upload, ...next } : upload));
  };

  async function start(id: string, file: File): Promise<void> {
    const controller = new AbortController();
    running.set(id, controller);
    change(id, { status: 'uploading', progress: 0, error: null });
    try {
      const current = await session.ensure();
      // Removed in the meantime, perhaps because this is the session of the next visitor.
      controller.signal.throwIfAborted();
      const { url, headers } = api.uploadTarget(current);
      const onProgress = (progress: number) => change(id, { progress });
      const result = await sendFile<ChatUploadResult>(url, headers, file, onProgress, controller.signal).catch(
        (error: unknown) => {
          if (error instanceof RequestError && error.status === 401) session.expire(current);
          throw error;
        },
      );
      const { fileId, fileName, fileSize, mimeType } = result;
      change(id, { status: 'done', progress: 1, attachment: { fileId, fileName, fileSize, mimeType } });
    } catch (error) {
      change(id, { status: 'failed', error: toChatError(error) });
    }
    running.delete(id);
  }

  const countGood = () => list.peek().filter(({ status }) => status !== 'failed').length;

  /** Uploads a file of the list, or says what is wrong with it. */
  function startAgain(id: string): void {
    const file = files.get(id);
    const error = file && findFault(file, countGood(), rules.peek());
    if (error) change(id, { error });
    else if (file) void start(id, file);
  }

  return {
    add(added) {
      for (const file of added) {
        const id = createId();
        const error = findFault(file, countGood(), rules.peek());
        const preview = file.type.startsWith('image/') && !error ? URL.createObjectURL(file) : null;
        const { name, size, type } = file;
        const status = error ? 'failed' : 'uploading';
        list.value = [...list.value, { id, name, size, type, progress: 0, status, error, attachment: null, preview }];
        files.set(id, file);
        if (!error) void start(id, file);
      }
    },
    retry: startAgain,
    forget({ id, preview }) {
      running.get(id)?.abort();
      files.delete(id);
      if (preview) URL.revokeObjectURL(preview);
      // Its place is taken by the first of those that were too many.
      const next = list.peek().find(({ error }) => error?.code === 'too_many_files');
      if (next && countGood() < (rules.peek()?.maxFiles ?? 0)) startAgain(next.id);
    },
  };
}

function findFault(file: File, count: number, rule: Face['uploads'] | undefined): ChatError | null {
  if (!rule) return null;
  if (count >= rule.maxFiles) return { code: 'too_many_files', message: '' };
  if (file.size > rule.maxFileSizeMb * MEGABYTE) return { code: 'file_too_large', message: '' };
  if (!mayUpload(file, rule.allowedTypes)) return { code: 'file_type', message: '' };
  return null;
}

/**
 * Sends one file as multipart `file` and reports progress from 0 to 1. XMLHttpRequest, because fetch does not report
 * upload progress.
 */
function sendFile<T>(
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
      const isOk = request.status >= 200 && request.status < 300;
      // Null for a web page: that of a network that asks for a sign-in.
      if (isOk && request.response === null) return fail();
      if (isOk) {
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
