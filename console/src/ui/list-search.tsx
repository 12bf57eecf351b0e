import { Search } from 'lucide-react';
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import type { Page as Rows } from '../api/api.ts';
import { useTexts } from '../text/use-texts.ts';
import { Button } from './button.tsx';
import { DelayedInput } from './delayed-input.tsx';
import { listTexts } from './list-texts.ts';
import { EmptyState, type LoadedProps } from './states.tsx';
import { uiTexts } from './texts.ts';
import { useListState } from './use-list-state.ts';

/** A list with more items has a search: fewer are seen at a glance. */
const maxSeen = 8;

/** A page of a list that can be searched. */
export type FoundRows<Row> = LoadedProps<Rows<Row>>['query'] & { readonly isPlaceholderData: boolean };

interface ListSearchProps {
  query: FoundRows<unknown>;
  /** The list's other filters. */
  filters?: ComponentChildren;
  /** The list. `noneFound` is shown if a search finds nothing; it is undefined without a search. */
  children: (noneFound: ComponentChildren | undefined) => ComponentChildren;
}

/** The field that searches a list by name, stored in the address, above the list. A short list has none. */
export function ListSearch({ query, filters, children }: ListSearchProps) {
  const say = useTexts(listTexts);
  const sayUi = useTexts(uiTexts);
  const { search, setFilter } = useListState();
  const toolbar = useRef<HTMLDivElement>(null);
  const isOffered = useRef(false);
  const count = query.data?.pagination.total_count ?? 0;
  // Once offered, it stays: somebody may be typing in it, and few items may be left while the search is being cleared.
  isOffered.current ||= search !== '' || count > maxSeen;
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
      {isOffered.current || filters !== undefined ? (
        <div ref={toolbar} class="toolbar">
          {isOffered.current ? (
            <DelayedInput
              type="search"
              class="toolbar-low"
              aria-label={say('findByName')}
              placeholder={say('findByName')}
              maxLength={200}
              value={search}
              onValue={(text) => setFilter('search', text)}
            />
          ) : null}
          {filters}
        </div>
      ) : null}
      <span class="visually-hidden" role="status">
        {search === '' || query.data === undefined || query.isPlaceholderData ? '' : say('found', { count })}
      </span>
      {children(search === '' ? undefined : noneFound)}
    </div>
  );
}
