import type { File as FileRecord } from '@portico/shared-types/api/files';
import { type Mutation, useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'preact/hooks';
import { useApi } from '../api/api-context.ts';
import { isValues, type Values } from '../form/changes.ts';
import { useDrafts } from '../form/draft-store.ts';
import type { Outcome } from './outcome.ts';
import { uploadsKey, useSignedIn } from './session.ts';

/** A file of the next message. */
export interface Attachment {
  /** What removes it; unique among the files of its message. */
  readonly key: string;
  readonly name: string;
  /** Undefined during the upload. */
  readonly id: string | undefined;
  readonly error: unknown;
}

export interface Attachments {
  readonly all: readonly Attachment[];
  readonly isSending: boolean;
  /** An upload has failed: a message without this file would refer to nothing. */
  readonly hasFailed: boolean;
  add(files: readonly File[]): void;
  remove(key: string): void;
}

/** Opens a file of a message in a new tab, at an address signed for a day. */
export function useOpenFile({ onFailed }: Pick<Outcome<void, string>, 'onFailed'>) {
  const api = useApi();
  return useMutation({
    mutationFn: async (id: string) => {
      const { download_url: address } = await api.get<FileRecord>(`/api/v1/files/${id}`);
      open(address, '_blank', 'noopener');
    },
    onError: onFailed,
  });
}

/** The address of a file, which is signed for a day. */
export function useFileAddress(id: string, enabled: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: ['file-addresses', id],
    queryFn: async ({ signal }) => (await api.get<FileRecord>(`/api/v1/files/${id}`, undefined, signal)).download_url,
    enabled,
    staleTime: 12 * 3_600_000,
  });
}

/** A file that is uploaded, as the draft of its message stores it. */
interface Uploaded {
  readonly id: string;
  readonly name: string;
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
    mutationFn: async (file: File) => {
      const form = new FormData();
      form.set('file', file, file.name);
      return api.send<FileRecord>('POST', '/api/v1/files', { form });
    },
    // Also runs once another draft is open.
    onSuccess: ({ id }, file) => {
      write([...read(), { id, name: file.name }]);
      forget(({ state }) => state.variables === file);
    },
    // One that has failed is shown until it is removed.
    gcTime: Infinity,
  });
  const uploads = useMutationState({
    filters: { mutationKey },
    select: ({ mutationId, state: { variables, error } }) => ({ mutationId, variables, error }),
  });
  const unfinished = uploads.flatMap(({ mutationId, variables: file, error }) =>
    file instanceof File ? [{ key: String(mutationId), name: file.name, id: undefined, error }] : [],
  );
  return {
    all: [...uploaded.map((file) => ({ ...file, key: file.id, error: null })), ...unfinished],
    isSending: unfinished.some(({ error }) => error === null),
    hasFailed: unfinished.some(({ error }) => error !== null),
    add: (files) => {
      for (const file of files) mutate(file);
    },
    remove: (removed) => {
      forget(({ mutationId }) => String(mutationId) === removed);
      write(read().filter(({ id }) => id !== removed));
    },
  };
}

function readUploaded(draft: Values | undefined): readonly Uploaded[] {
  const files: unknown = draft?.['files'];
  return Array.isArray(files) ? files.filter(isUploaded) : [];
}

function isUploaded(value: unknown): value is Uploaded {
  return isValues(value) && typeof value['id'] === 'string' && typeof value['name'] === 'string';
}
