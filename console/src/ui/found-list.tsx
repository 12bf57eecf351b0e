import { Search } from 'lucide-react';
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import type { Page as Rows } from '../api/api.ts';
import { useTexts } from '../text/use-texts.ts';
import { Button } from './button.tsx';
import { SearchInput } from './search-input.tsx';
import { listTexts } from './list-texts.ts';
import { Pager } from './pager.tsx';
import { EmptyState, Loaded, type LoadedProps, Skeleton } from './states.tsx';
import { uiTexts } from './texts.ts';
import { useListState } from './use-list-state.ts';

/** A list with more items has a search: fewer are seen at a glance. */
const maxSeen = 8;

/** A page of a list that can be searched. */
export type FoundRows<Row> = LoadedProps<Rows<Row>>['query'] & { readonly isPlaceholderData: boolean };

interface FoundListProps<Row> {
  query: FoundRows<Row>;
  /** Shown instead of the list if it has no items, unless a search finds none. */
  empty: ComponentChildren;
  /** Lines of the skeleton. */
  lines?: number;
  /** What is shown beside the search, such as other filters; left out while there is nothing to filter. */
  filters?: ComponentChildren;
  /** Whether one of the other filters is set. */
  isFiltered?: boolean;
  children: (rows: readonly Row[]) => ComponentChildren;
}

/**
 * A list in pages, with a field that searches it by name, stored in the address, above the list. A short list has no
 * search.
 */
export function FoundList<Row>({ query, empty, lines = 3, children, ...rest }: FoundListProps<Row>) {
  const { filters, isFiltered = false } = rest;
  const say = useTexts(listTexts);
  const sayUi = useTexts(uiTexts);
  const { search, setFilter, setPage } = useListState();
  const toolbar = useRef<HTMLDivElement>(null);
  const isOffered = useRef(false);
  const count = query.data?.pagination.total_count ?? 0;
  // Once offered, it stays: somebody may be typing in it, and few items may be left while the search is being cleared.
  isOffered.current ||= search !== '' || count > maxSeen;
  const hasFilters = filters !== undefined && (isFiltered || search !== '' || count > 0);
  const clear = () => {
    // The button that was pressed is gone.
    toolbar.current?.querySelector('input')?.focus();
    setFilter('search', '');
  };
  const noneFound = (
    <EmptyState icon={Search} text={sayUi('noneFound')}>
      <Button onClick={clear}>{say('clearSearch')}</Button>
    </EmptyState>
  );
  return (
    <div class="stack">
      {isOffered.current || hasFilters ? (
        <div ref={toolbar} class="toolbar">
          {isOffered.current ? (
            <SearchInput
              class="toolbar-low"
              label={say('findByName')}
              value={search}
              onValue={(text) => setFilter('search', text)}
            />
          ) : null}
          {hasFilters ? filters : null}
        </div>
      ) : null}
      <span class="visually-hidden" role="status">
        {search === '' || query.data === undefined || query.isPlaceholderData ? '' : say('found', { count })}
      </span>
      <Loaded query={query} skeleton={<Skeleton kind="rows" lines={lines} />}>
        {({ data, pagination }) =>
          data.length === 0 ? (
            search === '' ? (
              empty
            ) : (
              noneFound
            )
          ) : (
            <>
              {children(data)}
              <Pager pagination={pagination} onPage={setPage} />
            </>
          )
        }
      </Loaded>
    </div>
  );
}
