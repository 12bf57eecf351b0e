import { ApiError } from '../../transport/api-error.ts';
import { checkFile } from './check-file.ts';
import type { Draft } from './draft.ts';
import { describeFile, type FileEntry, restoreFile } from './file-entry.ts';
import type { FormDependencies, GetForm, SetForm } from './form-state.ts';
import { type Notice, noticeOf, noticeOfFault, sayNotice } from '../notice.ts';

export interface FilesSlice {
  files: readonly FileEntry[];
  filesNotice: Notice | null;
  addFiles(files: readonly File[]): void;
  removeFile(id: string): void;
  /** Removes every file that was refused. */
  removeRefused(): void;
  retryFile(id: string): void;
  /** Takes the file that an interrupted entry was of, or anything that the visitor chose instead. */
  chooseAgain(id: string, file: File): void;
  /** Resolves once nothing is on its way any more. */
  settleFiles(): Promise<void>;
  /** Stops every upload and lets go of the previews. */
  closeFiles(): void;
}

const atOnce = 3;

export function createFilesSlice(
  set: SetForm,
  get: GetForm,
  { form, client, texts, upload, announce, onError }: FormDependencies,
  draft: Draft,
): FilesSlice {
  /** The bytes and the brake of each file; they are not rendered. */
  const sources = new Map<string, File>();
  const brakes = new Map<string, AbortController>();
  const timers = new Set<ReturnType<typeof setTimeout>>();
  let settled: (() => void)[] = [];

  const find = (id: string) => get().files.find((file) => file.id === id);
  const change = (id: string, changes: Partial<FileEntry>) => {
    set({ files: get().files.map((file) => (file.id === id ? { ...file, ...changes } : file)) });
  };

  const startWaiting = () => {
    const busy = get().files.filter((file) => file.status === 'uploading').length;
    const next = get().files.filter((file) => file.status === 'queued');
    for (const file of next.slice(0, Math.max(0, atOnce - busy))) void send(file.id);
    if (get().files.some(isOnItsWay)) return;
    const waiters = settled;
    settled = [];
    for (const resolve of waiters) resolve();
  };

  const send = async (id: string): Promise<void> => {
    const file = sources.get(id);
    if (file === undefined) return;
    const brake = new AbortController();
    brakes.set(id, brake);
    change(id, { status: 'uploading', share: 0, notice: null });
    try {
      const { fileRef, downloadUrl } = await upload({
        file,
        url: client.uploadUrl,
        resumableUrl: client.resumableUrl,
        headers: client.headers,
        sessionId: get().sessionId,
        signal: brake.signal,
        onProgress: (share) => change(id, { share }),
      });
      change(id, { status: 'done', share: 1, fileRef, downloadUrl, uploadedAt: Date.now() });
      announce(texts.say('fileUploadedName', { name: file.name }));
    } catch (error) {
      if (!brake.signal.aborted) fail(id, error);
    } finally {
      brakes.delete(id);
      startWaiting();
    }
  };

  const fail = (id: string, error: unknown) => {
    const failure = error instanceof ApiError ? error : null;
    if (failure?.status === 429) return wait(id, failure.retryAfter ?? 30);
    if (failure?.status === 0 && !navigator.onLine) return pause(id);
    // What the server refused for good (its contents are not what its name says, …) would only be refused again.
    const isRefused = failure !== null && !failure.isPassing;
    const notice: Notice = isRefused ? noticeOfRefusal(failure) : { key: 'fileFailed' };
    change(id, { status: isRefused ? 'refused' : 'failed', notice, ...(isRefused ? { preview: null } : {}) });
    announce(`${find(id)?.name ?? ''}: ${sayNotice(texts, notice)}`);
    onError(failure?.code ?? 'internal_error', failure?.message ?? '');
  };

  /** Without a connection an upload is neither lost nor the visitor's to repeat. */
  const pause = (id: string) => {
    change(id, { status: 'offline', notice: { key: 'fileOffline' } });
  };
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

  const wait = (id: string, seconds: number) => {
    change(id, { status: 'waiting', share: 0, waitUntil: Date.now() + seconds * 1000 });
    const timer = setTimeout(() => {
      timers.delete(timer);
      if (find(id)?.status === 'waiting') change(id, { status: 'queued', waitUntil: null });
      startWaiting();
    }, seconds * 1000);
    timers.add(timer);
  };

  const accept = (file: File, id?: string): FileEntry => {
    const entry = { ...describeFile(file), ...(id === undefined ? {} : { id }) };
    const notice = checkFile(file, form, texts.formatSize);
    if (notice !== null && entry.preview !== null) URL.revokeObjectURL(entry.preview);
    if (notice !== null) return { ...entry, status: 'refused', notice, preview: null };
    sources.set(entry.id, file);
    return entry;
  };

  const drop = (id: string) => {
    brakes.get(id)?.abort();
    sources.delete(id);
    const preview = find(id)?.preview;
    if (preview?.startsWith('blob:') === true) URL.revokeObjectURL(preview);
  };

  return {
    files: draft.files.map(restoreFile),
    filesNotice: null,

    addFiles: (chosen) => {
      const known = get().files;
      const twice = chosen.filter((file) =>
        known.some((entry) => entry.name === file.name && entry.size === file.size),
      );
      const fresh = chosen.filter((file) => !twice.includes(file)).map((file) => accept(file));
      const slotsLeft = form.maxFiles - known.filter((entry) => entry.status !== 'refused').length;
      const sendable = fresh.filter((entry) => entry.status !== 'refused');
      const surplus = sendable.slice(Math.max(0, slotsLeft));
      for (const { id } of surplus) sources.delete(id);
      const notice = noticeOfSurplus(surplus, twice);
      set({ files: [...known, ...fresh.filter((entry) => !surplus.includes(entry))], filesNotice: notice });
      get().clearProblem('files');
      if (notice !== null && 'key' in notice) announce(texts.say(notice.key, notice.values));
      startWaiting();
    },
    removeFile: (id) => {
      drop(id);
      set({ files: get().files.filter((file) => file.id !== id), filesNotice: null });
      get().clearProblem('files');
      startWaiting();
    },
    removeRefused: () => {
      const refused = get().files.filter((file) => file.status === 'refused');
      for (const { id } of refused) drop(id);
      set({ files: get().files.filter((file) => file.status !== 'refused'), filesNotice: null });
      get().clearProblem('files');
      announce(texts.say('filesCleared'));
      startWaiting();
    },
    retryFile: (id) => {
      change(id, { status: 'queued', notice: null, share: 0 });
      get().clearProblem('files');
      startWaiting();
    },
    chooseAgain: (id, file) => {
      drop(id);
      change(id, accept(file, id));
      get().clearProblem('files');
      startWaiting();
    },
    settleFiles: () => {
      if (!get().files.some(isOnItsWay)) return Promise.resolve();
      const { promise, resolve } = Promise.withResolvers<void>();
      settled.push(resolve);
      return promise;
    },
    closeFiles: () => {
      removeEventListener('offline', onOffline);
      removeEventListener('online', onOnline);
      for (const timer of timers) clearTimeout(timer);
      for (const { id } of get().files) drop(id);
    },
  };

  function noticeOfRefusal(error: ApiError): Notice {
    const [fault] = error.fields;
    return fault === undefined ? noticeOf(error) : noticeOfFault(error, fault, texts);
  }

  function noticeOfSurplus(surplus: readonly FileEntry[], twice: readonly File[]): Notice | null {
    const names = (files: readonly { name: string }[]) => texts.formatNames(files.map((file) => file.name));
    if (surplus.length > 0) return { key: 'filesTooMany', values: { count: form.maxFiles, names: names(surplus) } };
    return twice.length > 0 ? { key: 'fileAlreadyThere', values: { names: names(twice) } } : null;
  }
}

function isOnItsWay({ status }: FileEntry): boolean {
  return status === 'queued' || status === 'uploading' || status === 'waiting' || status === 'offline';
}
