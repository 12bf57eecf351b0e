import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useState } from 'preact/hooks';
import { useApi } from '../api/api-context.ts';
import { maxItems } from '../data/read-all.ts';
import { useTexts } from '../text/use-texts.ts';
import { Failure } from './failure.tsx';
import { listTexts } from './list-texts.ts';
import { SearchInput } from './search-input.tsx';

interface Item {
  readonly id: string;
  readonly name: string;
}

/** What is known of a list beside its first items. */
export interface Found {
  /** Undefined as long as nothing is searched. */
  readonly items?: readonly Item[] | undefined;
  /** The item that is chosen, if it isn't among the first ones. */
  readonly chosen?: Item | undefined;
}

interface ItemSearchProps {
  endpoint: string;
  /** The id of the item that is chosen if it isn't among the first ones; otherwise empty. */
  unlisted: string;
  onFound: (found: Found) => void;
}

/** Finds the items of a list that is too long to be read as a whole, on the server. */
export function ItemSearch({ endpoint, unlisted, onFound }: ItemSearchProps) {
  const say = useTexts(listTexts);
  const api = useApi();
  const [search, setSearch] = useState('');
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['found', endpoint, search],
    queryFn: async ({ signal }) => api.page<Item>(endpoint, { search, per_page: 100 }, signal),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  });
  const { data: chosen } = useQuery({
    queryKey: ['found', endpoint, 'item', unlisted],
    queryFn: async ({ signal }) => api.get<Item>(`${endpoint}/${encodeURIComponent(unlisted)}`, undefined, signal),
    enabled: unlisted !== '',
  });
  const items = search === '' ? undefined : data?.data;
  useLayoutEffect(() => onFound({ items, chosen }), [onFound, items, chosen]);
  const count = data?.pagination.total_count;
  return (
    <div class="stack-tight">
      <SearchInput label={say('findByName')} value={search} onValue={setSearch} />
      <p class="help" role="status">
        {search === '' || count === undefined || isPlaceholderData
          ? say('onlyFirst', { count: maxItems })
          : say('found', { count })}
      </p>
      <Failure error={error} />
    </div>
  );
}
