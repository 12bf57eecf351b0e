import type { File as FileRecord } from '@portico/shared-types/api/files';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'preact/hooks';
import { useApi } from '../api/api-context.ts';
import type { Outcome } from './outcome.ts';

export interface Attachment {
  readonly file: File;
  /** Undefined during the upload. */
  readonly id: string | undefined;
  readonly error: unknown;
}

export interface Attachments {
  readonly all: readonly Attachment[];
  readonly sent: readonly { readonly id: string }[];
  readonly isSending: boolean;
  /** An upload has failed: a message without this file would refer to nothing. */
  readonly hasFailed: boolean;
  add(files: readonly File[]): void;
  remove(file: File): void;
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

/** Files of the next message; each is uploaded as soon as it is chosen. */
export function useAttachments(): Attachments {
  const api = useApi();
  const [all, setAll] = useState<readonly Attachment[]>([]);
  const change = (file: File, result: Pick<Attachment, 'id' | 'error'>) =>
    setAll((before) => before.map((each) => (each.file === file ? { file, ...result } : each)));
  const send = async (file: File) => {
    const form = new FormData();
    form.set('file', file, file.name);
    try {
      const { id } = await api.send<FileRecord>('POST', '/api/v1/files', { form });
      change(file, { id, error: null });
    } catch (error) {
      change(file, { id: undefined, error });
    }
  };
  return {
    all,
    sent: all.flatMap(({ id }) => (id === undefined ? [] : [{ id }])),
    isSending: all.some(({ id, error }) => id === undefined && error === null),
    hasFailed: all.some(({ error }) => error !== null),
    add: (files) => {
      setAll((before) => [...before, ...files.map((file) => ({ file, id: undefined, error: null }))]);
      for (const file of files) void send(file);
    },
    remove: (file) => {
      setAll((before) => before.filter((each) => each.file !== file));
    },
  };
}
