import { useSearch } from 'wouter';

/**
 * Returns the function that makes the address of a list, or of an item with this id, which are below `items`. The list's
 * filters and page are kept.
 */
export function useAddresses(list: string, items = list): (id?: string) => string {
  const search = useSearch();
  const suffix = search === '' ? '' : `?${search}`;
  return (id) => (id === undefined ? list : `${items}/${id}`) + suffix;
}
