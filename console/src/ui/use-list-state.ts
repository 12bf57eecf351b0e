import { useEffect, useState, type Dispatch, type StateUpdater } from 'preact/hooks';
import { useSearchParams } from 'wouter';

export interface ListState {
  /** The filters and the page, as in the address. */
  readonly query: Readonly<Record<string, string>>;
  readonly page: number;
  /** The text that names are searched for; empty without a search. */
  readonly search: string;
  /** The order, as the API is asked for it; empty without one. */
  readonly sort: string;
  setPage(page: number): void;
  /** Opens what the address names, on the same page, until one goes back; an empty value closes it. */
  setOpen(name: string, value: string): void;
  /** Sets a filter and goes back to the first page; an empty value removes it. */
  setFilter(name: string, value: string): void;
  /** Removes filters, and goes back to the first page. */
  removeFilters(names: readonly string[]): void;
}

/** A list's page and filters, stored in the address: a link, a reload and the back button restore them. */
export function useListState(): ListState {
  const [params, setParams] = useSearchParams();
  const change = (values: Readonly<Record<string, string>>, keepPage: boolean, replace = true) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        if (!keepPage) after.delete('page');
        for (const [name, value] of Object.entries(values)) {
          if (value === '') after.delete(name);
          else after.set(name, value);
        }
        return after;
      },
      { replace },
    );
  return {
    query: Object.fromEntries(params),
    page: readPage(params.get('page')),
    search: params.get('search') ?? '',
    sort: params.get('sort') ?? '',
    setPage: (page) => change({ page: page === 1 ? '' : String(page) }, true),
    setOpen: (name, value) => change({ [name]: value }, true, value === ''),
    setFilter: (name, value) => change({ [name]: value }, false),
    removeFilters: (names) => change(Object.fromEntries(names.map((name) => [name, ''])), false),
  };
}

/** The page in an address, which somebody may have typed: the first one if it can't be one. */
function readPage(text: string | null): number {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1;
}

/**
 * Whether the dialog that creates an item of a list is open. `?new=1` opens it, and is then removed from the address:
 * otherwise, going back from the created item would open the dialog again.
 */
export function useNewDialog(): readonly [isOpen: boolean, setOpen: Dispatch<StateUpdater<boolean>>] {
  const [params, setParams] = useSearchParams();
  const isRequested = params.get('new') === '1';
  const [isOpen, setOpen] = useState(isRequested);
  useEffect(() => {
    if (!isRequested) return;
    setOpen(true);
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        after.delete('new');
        return after;
      },
      { replace: true },
    );
  }, [isRequested, setParams]);
  return [isOpen, setOpen];
}
