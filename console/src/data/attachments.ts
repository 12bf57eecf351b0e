import type { StoredFile } from '@portico/shared-types/api/files';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useApi } from '../api/api-context.ts';
import { isPictureSmall } from './is-picture-small.ts';
import type { Outcome } from './outcome.ts';

/** Opens a file of a message in a new tab, at an address signed for a day. */
export function useOpenFile({ onFailed }: Pick<Outcome<void, string>, 'onFailed'>) {
  const api = useApi();
  return useMutation({
    mutationFn: async (id: string) => {
      const { download_url: address } = await api.get<StoredFile>(`/api/v1/files/${id}`);
      open(address, '_blank', 'noopener');
    },
    onError: onFailed,
  });
}

/** The address of a picture, which is signed for a day; null if it is too large to be shown beside others. */
export function usePictureAddress(id: string, enabled: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: ['picture-addresses', id],
    queryFn: async ({ signal }) => {
      const { download_url: address } = await api.get<StoredFile>(`/api/v1/files/${id}`, undefined, signal);
      return (await isPictureSmall(address, signal)) ? address : null;
    },
    enabled,
    staleTime: 12 * 3_600_000,
  });
}
