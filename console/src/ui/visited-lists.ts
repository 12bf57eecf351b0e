import { type AroundNavHandler, useLocation, useSearch } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { isValues } from '../form/changes.ts';

/** The path of a list, and its filters and page as a query. */
type VisitedList = readonly [path: string, query: string];

/**
 * The state of the links from the list in the address to its items: the lists through which an item is opened, this one
 * last. In the state of the history entry, they survive a reload, and a link that is sent to somebody doesn't have them.
 */
export function useItemState(): { readonly lists: readonly VisitedList[]; readonly from: string } {
  const [path] = useLocation();
  const query = useSearch();
  const above = readLists(useHistoryState()).filter(([list]) => path.startsWith(`${list}/`));
  return { lists: [...above, [path, query]], from: path };
}

/** Whether the entry before this one in the history has the same path: something of a list was opened on the list. */
export function isOpenedOn(path: string): boolean {
  const state: unknown = history.state;
  return isValues(state) && state['from'] === path;
}

/**
 * The address of the list from which this page was opened, as the list was then. The first of the paths if the page was
 * opened in another way.
 */
export function useListAddress(...paths: readonly [string, ...string[]]): string {
  const lists = readLists(useHistoryState());
  const [path, query] = lists.findLast(([list]) => paths.includes(list)) ?? [paths[0], ''];
  return query === '' ? path : `${path}?${query}`;
}

/** Navigates; the pages of one screen, such as the tabs of an item, keep the lists through which they were opened. */
export const keepLists: AroundNavHandler = (navigate, to, options) => {
  const lists = screenOf(to) === screenOf(location.pathname) ? readLists(history.state) : [];
  navigate(to, { ...options, state: options?.state ?? (lists.length === 0 ? null : { lists }) });
};

/** The name of the screen in an address such as `/console/agents/agt_1`. */
function screenOf(address: string): string | undefined {
  return address.split(/[/?]/, 3)[2];
}

/** Other pages store other states, and so did other versions of the console. */
function readLists(state: unknown): VisitedList[] {
  const lists = isValues(state) ? state['lists'] : undefined;
  return Array.isArray(lists) ? lists.filter(isList) : [];
}

function isList(entry: unknown): entry is VisitedList {
  return Array.isArray(entry) && entry.length === 2 && entry.every((part) => typeof part === 'string');
}
