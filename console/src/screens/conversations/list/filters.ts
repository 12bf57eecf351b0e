import { toPeriod } from '../../../ui/to-period.ts';

/** What the list can be filtered by beside its views and the search; the address and the API use the same names. */
export const filterNames = ['interface_id', 'tag', 'rating', 'csat', 'unanswered', 'from', 'to'] as const;
export type FilterName = (typeof filterNames)[number];
/** Empty if a filter is not set. */
export type Filters = Readonly<Record<FilterName, string>>;

/** The filters in an address. */
export function readFilters(query: Readonly<Partial<Record<string, string>>>): Filters {
  const read = (name: FilterName) => query[name] ?? '';
  return {
    interface_id: read('interface_id'),
    tag: read('tag'),
    rating: read('rating'),
    csat: read('csat'),
    unanswered: read('unanswered'),
    from: read('from'),
    to: read('to'),
  };
}

export function isFiltered(filters: Filters): boolean {
  return filterNames.some((name) => filters[name] !== '');
}

/** The filters as the API's query. */
export function toQuery(filters: Filters): Filters {
  return { ...filters, ...toPeriod(filters) };
}
