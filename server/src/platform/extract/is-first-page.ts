/** Whether an address is that of a site's first page, in any of its languages. A query may name another page. */
export function isFirstPage(address: string): boolean {
  const url = URL.parse(address);
  if (url === null || url.search !== '') return false;
  return /^\/(?:[a-z]{2}(?:[-_][a-z]{2})?\/?)?(?:(?:index|home|default)\.\w{1,5})?$/i.test(url.pathname);
}
