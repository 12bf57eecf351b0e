import type { Scope } from '@portico/shared-types/api/api-keys';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Query } from '../api/api.ts';
import { useApi } from '../api/api-context.ts';
import { ApiError } from '../api/api-error.ts';
import { deleteItem } from './delete-item.ts';
import type { Outcome } from './outcome.ts';
import { putInCache } from './put-in-cache.ts';
import { allOf } from './read-all.ts';
import { useCan } from './session.ts';
import { useReadNow } from './use-read-now.ts';

/** A resource whose items have names. */
interface Named {
  useAll(options: { enabled: boolean }): {
    readonly data: readonly { readonly id: string; readonly name: string }[] | undefined;
    readonly isLoading: boolean;
  };
}

/** A query with what it has read so far. */
interface Known<Data> {
  readonly state: { readonly data?: Data | undefined };
}

/**
 * The items of a resource that the member may see, and their names: dots while they are being read, and the id of one
 * that isn't among them.
 */
export function useNamed(resource: Named, scope: Scope) {
  // A component always passes the same resource.
  // oxlint-disable-next-line react/hooks
  const list = resource.useAll({ enabled: useCan(scope) });
  const items = list.data ?? [];
  const other = (id: string) => (list.isLoading ? '…' : id);
  return { items, nameOf: (id: string) => items.find((item) => item.id === id)?.name ?? other(id) };
}

/** The hooks of a resource with the usual operations: list, get, create, update, delete. */
export function createResource<
  Item extends { readonly id: string },
  Create,
  Patch,
  Issued extends Item = Item,
  Listed = Item,
>(name: string, endpoint: string) {
  return {
    key: name,
    useList(query: Query = {}, options: { enabled?: boolean; refetchInterval?: number | false } = {}) {
      const api = useApi();
      return useQuery({
        queryKey: [name, 'list', query],
        queryFn: async ({ signal }) => api.page<Listed>(endpoint, query, signal),
        placeholderData: keepPreviousData,
        ...options,
      });
    },
    /** Every item, for lists in which people look for a name or choose one: the first `maxItems`. */
    useAll(options: { enabled?: boolean; refetchInterval?: (query: Known<readonly Listed[]>) => number | false } = {}) {
      const api = useApi();
      return useQuery({
        ...allOf<Listed>(api, name, endpoint),
        ...options,
      });
    },
    useOne(id: string, options: { refetchInterval?: number } = {}) {
      const api = useApi();
      return useQuery({
        queryKey: [name, id],
        queryFn: async ({ signal }) => api.get<Item>(`${endpoint}/${encodeURIComponent(id)}`, undefined, signal),
        enabled: id !== '',
        ...options,
      });
    },
    useRead(id: string) {
      return useReadNow<Item>([name, id], `${endpoint}/${encodeURIComponent(id)}`);
    },
    /** Whether the item is known to be deleted. */
    useIsDeleted(id: string): boolean {
      const { error } = this.useOne(id);
      return error instanceof ApiError && error.status === 404;
    },
    useCreate() {
      const api = useApi();
      const queries = useQueryClient();
      return useMutation({
        mutationFn: async (body: Create) => api.send<Issued>('POST', endpoint, { once: true, body }),
        onSuccess: async (item) => {
          await putInCache(queries, [name, item.id], item);
          await queries.invalidateQueries({ queryKey: [name, 'list'] });
        },
      });
    },
    /** It is pending until the lists have been read again, unless it is `quick`. */
    useUpdate(
      id: string,
      { onDone, onFailed, quick = false }: Partial<Outcome<Item, Patch>> & { quick?: boolean } = {},
    ) {
      const api = useApi();
      const queries = useQueryClient();
      return useMutation({
        mutationFn: async (body: Patch) => api.send<Item>('PATCH', `${endpoint}/${encodeURIComponent(id)}`, { body }),
        onSuccess: async (item, sent) => {
          onDone?.(item, sent);
          await putInCache(queries, [name, id], item);
          const lists = queries.invalidateQueries({ queryKey: [name] });
          if (!quick) await lists;
        },
        onError: (error, sent) => onFailed?.(error, sent),
      });
    },
    useRemove() {
      const api = useApi();
      const queries = useQueryClient();
      return useMutation({
        mutationFn: async (id: string) => deleteItem(api, endpoint, id),
        onSuccess: async (_, id) => {
          queries.removeQueries({ queryKey: [name, id] });
          await queries.invalidateQueries({ queryKey: [name, 'list'] });
        },
        // A long deletion continues on the server, and the item may be changed already. The error doesn't wait for that.
        onError: () => void queries.invalidateQueries({ queryKey: [name, 'list'] }),
      });
    },
  };
}
