import { useLayoutEffect, useRef } from 'preact/hooks';
import { useLocation, useSearchParams } from 'wouter';
import { useTexts } from '../text/use-texts.ts';
import { uiTexts } from './texts.ts';
import { useToaster } from './toaster.tsx';
import { useIsShown } from './use-is-shown.ts';
import { isOpenedOn, useItemState } from './visited-lists.ts';

export interface ListState {
  /** The filters and the page, as in the address. */
  readonly query: Readonly<Record<string, string>>;
  readonly page: number;
  /** The text that names are searched for; empty without a search. */
  readonly search: string;
  /** The order, as the API is asked for it; empty without one. */
  readonly sort: string;
  /** Going back leads to the page before. */
  setPage(page: number): void;
  /** Opens the dialog that the address names, on the same page, until one goes back; an empty value closes it. */
  setOpen(name: string, value: string): void;
  /** Unfolds what the address names, on the same page; an empty value folds it up. */
  setShown(name: string, value: string): void;
  /** Sets a filter and goes back to the first page; an empty value removes it. */
  setFilter(name: string, value: string): void;
  /** Removes filters, and goes back to the first page. */
  removeFilters(names: readonly string[]): void;
}

/** A list's page and filters, stored in the address: a link, a reload and the back button restore them. */
export function useListState(): ListState {
  const [params, setParams] = useSearchParams();
  const [path] = useLocation();
  const state = useItemState();
  const { pathname } = location;
  const isGoingBack = useRef(false);
  useLayoutEffect(() => {
    isGoingBack.current = false;
  }, [params]);
  const change = (
    values: Readonly<Record<string, string>>,
    keepPage: boolean,
    options: { replace?: boolean; state?: object } = { replace: true },
  ) =>
    setParams((before) => {
      const after = new URLSearchParams(before);
      if (!keepPage) after.delete('page');
      for (const [name, value] of Object.entries(values)) {
        if (value === '') after.delete(name);
        else after.set(name, value);
      }
      return after;
    }, options);
  const close = (name: string) => {
    // One has gone back, perhaps to another page, while the dialog was saving.
    if (location.pathname !== pathname || !new URLSearchParams(location.search).has(name)) return;
    // Its entry would be a second one of the list: going back from it would change nothing.
    if (!isOpenedOn(path)) return change({ [name]: '' }, true);
    // The browser goes back later: until then, a second click would leave the list.
    if (!isGoingBack.current) history.back();
    isGoingBack.current = true;
  };
  const page = readPage(params.get('page'));
  return {
    query: Object.fromEntries(params),
    page,
    search: params.get('search') ?? '',
    sort: params.get('sort') ?? '',
    // A second click, before the page has been read, asks for the same one.
    setPage: (next) => next === page || change({ page: next === 1 ? '' : String(next) }, true, {}),
    setOpen: (name, value) => {
      if (value === '') return close(name);
      // The second click of a double click would add a second entry: closing it would change nothing.
      if (new URLSearchParams(location.search).get(name) !== value) change({ [name]: value }, true, { state });
    },
    setShown: (name, value) => change({ [name]: value }, true),
    setFilter: (name, value) => change({ [name]: value }, false),
    removeFilters: (names) => change(Object.fromEntries(names.map((name) => [name, ''])), false),
  };
}

/** The page in an address, which somebody may have typed: the first one if it can't be one. */
function readPage(text: string | null): number {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1;
}

/** Whether the dialog that creates an item is open: `?new=1`, so that a reload keeps it, and going back closes it. */
export function useNewDialog(): readonly [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const { query, setOpen } = useListState();
  return [query['new'] === '1', (isOpen) => setOpen('new', isOpen ? '1' : '')];
}

/**
 * Opens the item that a dialog has created. Going back leads to the list, without the dialog: the item takes the place of
 * the dialog, or the list does if the dialog was opened from another page. If one has gone back while it was created, a
 * message says so, and one stays.
 */
export function useOpenCreated(): (address: string) => void {
  const say = useTexts(uiTexts);
  const [path, navigate] = useLocation();
  const isShown = useIsShown();
  const toaster = useToaster();
  return (address) => {
    if (!isShown()) return toaster.done(say('created'));
    const isAbove = isOpenedOn(path);
    if (!isAbove) navigate(path, { replace: true });
    navigate(address, { replace: isAbove });
  };
}
