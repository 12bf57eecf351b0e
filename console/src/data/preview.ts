import type { InterfacePreview } from '@portico/shared-types/api/interface-parts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useApi } from '../api/api-context.ts';
import type { Values } from '../form/changes.ts';
import { useSettled } from './use-settled.ts';

/** A token is valid for 15 minutes. */
const renewMs = 12 * 60_000;
/** Milliseconds without a key press after which the draft is shown. */
const settleMs = 400;

/** A preview of an interface with changes that aren't saved, renewed when others are saved and before it expires. */
export function usePreview(
  kind: 'chat-interfaces' | 'form-interfaces',
  { id, updated_at: savedAt }: { readonly id: string; readonly updated_at: string },
  changes: Values | undefined,
) {
  const api = useApi();
  const draft = useSettled(JSON.stringify(changes ?? {}), settleMs);
  return useQuery({
    queryKey: ['previews', kind, id, savedAt, draft],
    queryFn: async ({ signal }) =>
      api.send<InterfacePreview>('POST', `/api/v1/${kind}/${id}/preview`, { body: JSON.parse(draft), signal }),
    placeholderData: keepPreviousData,
    refetchInterval: renewMs,
    staleTime: renewMs,
    gcTime: renewMs,
    retry: false,
  });
}
