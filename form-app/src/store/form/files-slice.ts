import { checkFile } from './check-file.ts';
import type { Draft } from './draft.ts';
import { describeFile, type FileEntry, restoreFile } from './file-entry.ts';
import type { FormDependencies, GetForm, SetForm } from './form-state.ts';
import type { Notice } from '../notice.ts';
import { createUploads } from './uploads.ts';

export interface FilesSlice {
  files: readonly FileEntry[];
  filesNotice: Notice | null;
  /** Adds files; one whose upload was cut short or failed is uploaded again instead. */
  addFiles(files: readonly File[]): void;
  removeFile(id: string): void;
  /** Removes every rejected file. */
  removeRefused(): void;
  retryFile(id: string): void;
  /** Replaces an interrupted entry by its file, or by another one that the visitor chose. */
  chooseAgain(id: string, file: File): void;
  /** Resolves once no upload is in progress. */
  settleFiles(): Promise<void>;
  /** Stops every upload and releases the previews. */
  closeFiles(): void;
}

export function createFilesSlice(set: SetForm, get: GetForm, dependencies: FormDependencies, draft: Draft): FilesSlice {
  const { form, texts, announce } = dependencies;
  const uploads = createUploads(set, get, dependencies);
  const { sources, find, change, startWaiting } = uploads;

  const accept = (file: File, id?: string): FileEntry => {
    const entry = { ...describeFile(file), ...(id === undefined ? {} : { id }) };
    const notice = checkFile(file, form, texts);
    if (notice !== null && entry.preview !== null) URL.revokeObjectURL(entry.preview);
    if (notice !== null) return { ...entry, status: 'refused', notice, preview: null };
    sources.set(entry.id, file);
    return entry;
  };

  const drop = (id: string) => {
    uploads.cancel(id);
    const preview = find(id)?.preview;
    if (preview?.startsWith('blob:') === true) URL.revokeObjectURL(preview);
  };

  const replace = (id: string, file: File) => {
    drop(id);
    change(id, accept(file, id));
  };

  /** Uploads a file that is waited for; false if it is not one of those. */
  const resume = (file: File): boolean => {
    const entry = get().files.find(
      (entry) => isSameFile(entry, file) && (entry.status === 'interrupted' || entry.status === 'failed'),
    );
    if (entry !== undefined) replace(entry.id, file);
    return entry !== undefined;
  };

  return {
    files: draft.files.map(restoreFile),
    filesNotice: null,

    addFiles: (chosen) => {
      const others = chosen.filter((file) => !resume(file));
      const known = get().files;
      const twice = others.filter((file) => known.some((entry) => isSameFile(entry, file)));
      const fresh = others.filter((file) => !twice.includes(file)).map((file) => accept(file));
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
      replace(id, file);
      get().clearProblem('files');
      startWaiting();
    },
    settleFiles: uploads.settle,
    closeFiles: () => {
      uploads.close();
      for (const { id } of get().files) drop(id);
    },
  };

  function noticeOfSurplus(surplus: readonly FileEntry[], twice: readonly File[]): Notice | null {
    const names = (files: readonly { name: string }[]) => texts.formatNames(files.map((file) => file.name));
    if (surplus.length > 0) return { key: 'filesTooMany', values: { count: form.maxFiles, names: names(surplus) } };
    return twice.length > 0 ? { key: 'fileAlreadyThere', values: { names: names(twice) } } : null;
  }
}

function isSameFile(entry: FileEntry, file: File): boolean {
  return entry.name === file.name && entry.size === file.size;
}
