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

/** The orders of the list, as the API names them. */
export const orders = ['-updated_at', 'updated_at', 'waiting_since'] as const;
export type Order = (typeof orders)[number];

/** The order in an address, or that of its view: who waits longest is answered first. */
export function readOrder({ sort, view }: Readonly<Partial<Record<string, string>>>): Order {
  return orders.find((order) => order === sort) ?? defaultOrder(view);
}

export const defaultOrder = (view: string | undefined): Order => (view === 'waiting' ? 'waiting_since' : '-updated_at');

export function isFiltered(filters: Filters): boolean {
  return filterNames.some((name) => filters[name] !== '');
}
