import { waitAfter } from '@portico/browser-kit/events/back-off';
import type { Texts } from '../../text/texts.ts';
import { ApiError } from '../../transport/api-error.ts';
import { isReadable } from '../../transport/upload-file.ts';
import { type Notice, noticeOf, noticeOfFault, sayNotice } from '../notice.ts';
import type { FileEntry } from './file-entry.ts';
import type { FormDependencies, GetForm, SetForm } from './form-state.ts';

const maxConcurrent = 3;
/** Milliseconds for which the server may be away, as while it restarts; then the visitor is asked to try again. */
const maxAbsence = 60_000;

export interface Uploads {
  /** The bytes of each file, by the id of its entry. */
  readonly sources: Map<string, File>;
  find(id: string): FileEntry | undefined;
  change(id: string, changes: Partial<FileEntry>): void;
  /** Starts queued uploads, up to the maximum number at a time. */
  startWaiting(): void;
  /** Stops the upload of a file and forgets its bytes. */
  cancel(id: string): void;
  /** Resolves once no upload is queued or running. */
  settle(): Promise<void>;
  close(): void;
}

/** Uploads the files of a form, a few at a time; waits for limits, lost connections and a server that is away. */
export function createUploads(
  set: SetForm,
  get: GetForm,
  { client, texts, upload, announce, onError }: FormDependencies,
): Uploads {
  const sources = new Map<string, File>();
  const cancels = new Map<string, AbortController>();
  const timers = new Set<ReturnType<typeof setTimeout>>();
  /** Since when, and how often in a row, the server was away for an upload, by the id of its entry. */
  const absences = new Map<string, { since: number; count: number }>();
  let settled: (() => void)[] = [];

  const find = (id: string) => get().files.find((file) => file.id === id);
  const change = (id: string, changes: Partial<FileEntry>) => {
    set({ files: get().files.map((file) => (file.id === id ? { ...file, ...changes } : file)) });
  };

  const startWaiting = () => {
    const busy = get().files.filter((file) => file.status === 'uploading').length;
    const next = get().files.filter((file) => file.status === 'queued');
    for (const file of next.slice(0, Math.max(0, maxConcurrent - busy))) void send(file.id);
    if (get().files.some(isOnItsWay)) return;
    const waiters = settled;
    settled = [];
    for (const resolve of waiters) resolve();
  };

  const send = async (id: string): Promise<void> => {
    const file = sources.get(id);
    if (file === undefined) return;
    const cancel = new AbortController();
    cancels.set(id, cancel);
    change(id, { status: 'uploading', share: 0, notice: null });
    try {
      const { fileRef, downloadUrl } = await upload({
        file,
        url: client.uploadUrl,
        resumableUrl: client.resumableUrl,
        headers: client.headers,
        sessionId: get().sessionId,
        signal: cancel.signal,
        onProgress: (share) => change(id, { share }),
      });
      absences.delete(id);
      change(id, { status: 'done', share: 1, fileRef, downloadUrl, uploadedAt: Date.now() });
      announce(texts.say('fileUploadedName', { name: file.name }));
    } catch (error) {
      const isGone = isWithoutAnswer(error) && !(await isReadable(file));
      if (!cancel.signal.aborted) fail(id, error, isGone);
    } finally {
      cancels.delete(id);
      startWaiting();
    }
  };

  /** `isGone`: the file was changed or removed on the device, so that its bytes can't be read any more. */
  const fail = (id: string, error: unknown, isGone: boolean) => {
    const failure = error instanceof ApiError ? error : null;
    const absence = absences.get(id) ?? { since: Date.now(), count: 0 };
    absences.delete(id);
    if (isGone) return end(id, 'interrupted', { key: 'fileInterrupted' }, failure);
    if (failure?.status === 429) return wait(id, failure.retryAfter ?? 30);
    if (isWithoutAnswer(failure) && !navigator.onLine) return pause(id);
    if (failure !== null && isAway(failure) && Date.now() - absence.since < maxAbsence) {
      const count = absence.count + 1;
      absences.set(id, { ...absence, count });
      return wait(id, Math.max(failure.retryAfter ?? 0, waitAfter(count) / 1000));
    }
    // A file that the server rejected permanently (such as for a wrong type) would only be rejected again.
    if (failure !== null && !failure.isPassing) return end(id, 'refused', noticeOfRefusal(failure, texts), failure);
    end(id, 'failed', { key: 'fileFailed' }, failure);
  };

  const end = (id: string, status: FileEntry['status'], notice: Notice, failure: ApiError | null) => {
    change(id, { status, notice, ...(status === 'refused' ? { preview: null } : {}) });
    announce(`${find(id)?.name ?? ''}: ${sayNotice(texts, notice)}`);
    onError(failure?.code ?? 'internal_error', failure?.message ?? '');
  };

  /** Without a connection an upload is not lost, and the visitor doesn't have to repeat it. */
  const pause = (id: string) => {
    change(id, { status: 'offline', notice: { key: 'fileOffline' } });
  };
  const stopFollowing = followConnection({ get, change, texts, announce, startWaiting });

  const wait = (id: string, seconds: number) => {
    change(id, { status: 'waiting', share: 0, waitUntil: Date.now() + seconds * 1000 });
    const timer = setTimeout(() => {
      timers.delete(timer);
      if (find(id)?.status === 'waiting') change(id, { status: 'queued', waitUntil: null });
      startWaiting();
    }, seconds * 1000);
    timers.add(timer);
  };

  return {
    sources,
    find,
    change,
    startWaiting,
    cancel: (id) => {
      cancels.get(id)?.abort();
      sources.delete(id);
      absences.delete(id);
    },
    settle: () => {
      if (!get().files.some(isOnItsWay)) return Promise.resolve();
      const { promise, resolve } = Promise.withResolvers<void>();
      settled.push(resolve);
      return promise;
    },
    close: () => {
      stopFollowing();
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

/** Marks uploads that lose their connection, and continues them once there is one. Returns the function that stops it. */
function followConnection({
  get,
  change,
  texts,
  announce,
  startWaiting,
}: Pick<Uploads, 'change' | 'startWaiting'> &
  Pick<FormDependencies, 'texts' | 'announce'> & { get: GetForm }): () => void {
  const onOffline = () => {
    const cut = get().files.filter((file) => file.status === 'uploading');
    for (const { id } of cut) change(id, { notice: { key: 'fileOffline' } });
    if (cut.length > 0) announce(texts.say('fileOffline'));
  };
  const onOnline = () => {
    for (const { id, status } of get().files) {
      if (status === 'offline') change(id, { status: 'queued', notice: null });
      else if (status === 'uploading') change(id, { notice: null });
    }
    startWaiting();
  };
  addEventListener('offline', onOffline);
  addEventListener('online', onOnline);
  return () => {
    removeEventListener('offline', onOffline);
    removeEventListener('online', onOnline);
  };
}

function noticeOfRefusal(error: ApiError, texts: Texts): Notice {
  const [fault] = error.fields;
  return fault === undefined ? noticeOf(error) : noticeOfFault(error, fault, texts);
}

function isWithoutAnswer(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0;
}

/** Whether no server answered, or one that is starting, stopping or without its database. */
function isAway({ status }: ApiError): boolean {
  return status === 0 || (status >= 502 && status <= 504);
}

function isOnItsWay({ status }: FileEntry): boolean {
  return status === 'queued' || status === 'uploading' || status === 'waiting' || status === 'offline';
}
