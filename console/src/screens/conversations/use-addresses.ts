import { useSearch } from 'wouter';

/** Returns the function that makes the address of a conversation, or of the list, with the list's filters and page. */
export function useAddresses(): (id?: string) => string {
  const search = useSearch();
  const suffix = search === '' ? '' : `?${search}`;
  return (id) => `/conversations${id === undefined ? '' : `/${id}`}${suffix}`;
}
