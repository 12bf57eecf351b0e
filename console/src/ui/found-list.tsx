import type { ComponentChildren } from 'preact';
import { type FoundRows, ListSearch } from './list-search.tsx';
import { Pager } from './pager.tsx';
import { Loaded, Skeleton } from './states.tsx';
import { useListState } from './use-list-state.ts';

interface FoundListProps<Row> {
  query: FoundRows<Row>;
  /** Shown instead of the list if it has no items. */
  empty: ComponentChildren;
  /** Lines of the skeleton. */
  lines?: number;
  /** The list's other filters, beside the search. */
  filters?: ComponentChildren;
  children: (rows: readonly Row[]) => ComponentChildren;
}

/** A list in pages, with the field that searches it. */
export function FoundList<Row>({ query, empty, lines = 3, filters, children }: FoundListProps<Row>) {
  const { setPage } = useListState();
  return (
    <ListSearch query={query} filters={filters}>
      {(noneFound) => (
        <Loaded query={query} skeleton={<Skeleton kind="rows" lines={lines} />}>
          {({ data, pagination }) =>
            data.length === 0 ? (
              (noneFound ?? empty)
            ) : (
              <>
                {children(data)}
                <Pager pagination={pagination} onPage={setPage} />
              </>
            )
          }
        </Loaded>
      )}
    </ListSearch>
  );
}
