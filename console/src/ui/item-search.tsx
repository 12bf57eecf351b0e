import { useId, useLayoutEffect, useState } from 'preact/hooks';
import type { Query } from '../api/api.ts';
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

/** Reads items of a list by its search, and one by its id. */
export interface ItemResource {
  useList(
    query: Query,
    options?: { enabled?: boolean },
  ): {
    readonly data:
      { readonly data: readonly Item[]; readonly pagination: { readonly total_count: number } } | undefined;
    readonly error: unknown;
    readonly isPlaceholderData: boolean;
  };
  useOne(id: string): { readonly data: Item | undefined };
}

interface ItemSearchProps {
  resource: ItemResource;
  /** The id of the item that is chosen if it isn't among the first ones; otherwise empty. */
  unlisted: string;
  onFound: (found: Found) => void;
  /** The id of the label of the field that it belongs to. */
  labelId: string;
}

/** Finds the items of a list that is too long to be read as a whole, on the server. */
export function ItemSearch({ resource, unlisted, onFound, labelId }: ItemSearchProps) {
  const say = useTexts(listTexts);
  const id = useId();
  const [search, setSearch] = useState('');
  const isSearch = search !== '';
  // A select always passes the same resource.
  // oxlint-disable-next-line react/hooks
  const { data, error, isPlaceholderData } = resource.useList({ search, per_page: isSearch ? 100 : 1 });
  // oxlint-disable-next-line react/hooks
  const { data: chosen } = resource.useOne(unlisted);
  const items = isSearch ? data?.data : undefined;
  useLayoutEffect(() => onFound({ items, chosen }), [onFound, items, chosen]);
  const count = data?.pagination.total_count ?? 0;
  const listed = items === undefined || isPlaceholderData ? maxItems : items.length;
  return (
    <div class="stack-tight">
      <SearchInput
        id={id}
        aria-labelledby={`${id} ${labelId}`}
        label={say('findByName')}
        value={search}
        onValue={setSearch}
      />
      <p class="help" role="status">
        {data === undefined ? '' : listed < count ? say('onlyFirst', { count: listed }) : say('found', { count })}
      </p>
      <Failure error={error} />
    </div>
  );
}
