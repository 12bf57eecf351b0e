import type { StoredFile } from '@portico/shared-types/api/files';
import { type Mutation, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'preact/hooks';
import { useApi } from '../api/api-context.ts';
import { isValues, type Values } from '../form/changes.ts';
import { useDrafts } from '../form/draft-store.ts';
import { uploadsKey, useSignedIn } from './session.ts';

/** A file of the next message. */
export interface Attachment {
  /** What removes it; unique among the files of its message. */
  readonly key: string;
  readonly name: string;
  /** Undefined until it is uploaded. */
  readonly id: string | undefined;
  /** Why the upload failed; null if it didn't. */
  readonly error: unknown;
}

export interface Attachments {
  readonly all: readonly Attachment[];
  readonly isSending: boolean;
  /** An upload has failed: a message without this file would refer to nothing. */
  readonly hasFailed: boolean;
  add(files: readonly File[]): void;
  /** Uploads one again that has failed. */
  retry(key: string): void;
  remove(key: string): void;
}

/** A file that is uploaded, as the draft of its message stores it. */
interface Uploaded {
  readonly id: string;
  readonly name: string;
  /** Its place: files are sent in the order in which they were chosen, whichever upload ends first. */
  readonly place: number;
}

/** A file that is being uploaded. */
interface Chosen {
  readonly file: File;
  readonly place: number;
}

/**
 * Files of the next message of a draft; each is uploaded as soon as it is chosen. Uploads continue while another draft
 * is open, and their files are stored with the draft.
 */
export function useAttachments(name: string): Attachments {
  const api = useApi();
  const queries = useQueryClient();
  const drafts = useDrafts();
  const { user, api_key: key, workspace } = useSignedIn();
  const mutationKey = [uploadsKey, user?.id ?? key?.id, workspace?.id, name];
  const read = () => readUploaded(drafts.read(name));
  const write = (files: readonly Uploaded[]) => drafts.write(name, files.length === 0 ? undefined : { files });

  const forget = (predicate: (upload: Mutation) => boolean) => {
    const cache = queries.getMutationCache();
    for (const upload of cache.findAll({ mutationKey, predicate })) cache.remove(upload);
  };

  const [uploaded, setUploaded] = useState(read);
  useEffect(() => {
    setUploaded(readUploaded(drafts.read(name)));
    return drafts.onChange(name, (stored) => setUploaded(readUploaded(stored)));
  }, [drafts, name]);

  const { mutate } = useMutation({
    mutationKey,
    mutationFn: async ({ file }: Chosen) => {
      const form = new FormData();
      form.set('file', file, file.name);
      return api.send<StoredFile>('POST', '/api/v1/files', { form });
    },
    // Also runs once another draft is open, and once the file was removed.
    onSuccess: ({ id }, chosen) => {
      if (!findUploads().includes(chosen)) return;
      write([...read(), { id, name: chosen.file.name, place: chosen.place }]);
      forget(({ state }) => state.variables === chosen);
    },
    // One that has failed is shown until it is removed.
    gcTime: Infinity,
  });
  const findUploads = () =>
    queries
      .getMutationCache()
      .findAll({ mutationKey })
      .map(({ state }) => state.variables)
      .filter(isChosen);
  const uploads = useMutationState({
    filters: { mutationKey },
    select: ({ state: { variables, error } }) => ({ variables, error }),
  });
  const unfinished = uploads.flatMap(({ variables, error }) => (isChosen(variables) ? [{ ...variables, error }] : []));
  const all = [
    ...uploaded.map((file) => ({ ...file, error: null })),
    ...unfinished.map(({ file, ...upload }) => ({ ...upload, name: file.name, id: undefined })),
  ];
  return {
    all: all.sort((a, b) => a.place - b.place).map(({ place, ...file }) => ({ ...file, key: String(place) })),
    isSending: unfinished.some(({ error }) => error === null),
    hasFailed: unfinished.some(({ error }) => error !== null),
    add: (files) => {
      const last = Math.max(0, ...[...read(), ...findUploads()].map(({ place }) => place));
      for (const [index, file] of files.entries()) mutate({ file, place: last + 1 + index });
    },
    retry: (key) => {
      const failed = findUploads().find(({ place }) => String(place) === key);
      if (failed === undefined) return;
      forget(({ state }) => state.variables === failed);
      mutate({ ...failed });
    },
    remove: (key) => {
      forget(({ state: { variables } }) => isChosen(variables) && String(variables.place) === key);
      write(read().filter(({ place }) => String(place) !== key));
    },
  };
}

function isChosen(value: unknown): value is Chosen {
  return isValues(value) && value['file'] instanceof File;
}

function readUploaded(draft: Values | undefined): readonly Uploaded[] {
  const files: unknown = draft?.['files'];
  return Array.isArray(files) ? files.filter(isUploaded) : [];
}

function isUploaded(value: unknown): value is Uploaded {
  return isValues(value) && typeof value['id'] === 'string' && typeof value['place'] === 'number';
}
