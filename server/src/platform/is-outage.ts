/**
 * True for errors of a database connection rather than of a statement: Postgres classes 57P and 08, and what sockets
 * say; and 40, of a transaction that has to be repeated.
 */
export function isOutage(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('code' in error) || typeof error.code !== 'string') return false;
  return /^(57P|08|40|CONNECTION_|CONNECT_|ECONN|EPIPE|ENOENT|ETIMEDOUT)/.test(error.code);
}
