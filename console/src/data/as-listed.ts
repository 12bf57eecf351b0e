/**
 * Options of the query for one item that a list may already show: it is shown as listed until it is loaded. After the
 * last use the cache forgets it, because the list that shows it next may be newer.
 */
export function asListed<Item>(listed: Item | undefined): { gcTime: number; placeholderData: () => Item | undefined } {
  return { gcTime: 0, placeholderData: () => listed };
}
