import { StoreUnavailable } from './errors.ts';

/**
 * Postgres' classes for a connection that ended or was refused, and the error codes of postgres.js without a
 * connection.
 */
const outageCodes = /^(57P|08|40|53|58|25006|25P0[34]|CONNECTION_|CONNECT_)/;
/** Error codes of any socket, so they count only for errors of the database. */
const socketCodes = /^(ECONN|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOTFOUND)/;

/**
 * True if one of our own stores is unavailable, so that the same work may succeed later: Postgres classes 57P and 08,
 * 53 and 58 (insufficient resources or a system error), 25006 (now a standby), 25P03 and 25P04 (a connection ended by
 * the server's time limit for transactions), 40 (a transaction that has to be repeated), socket errors, a name without an
 * address (while a container of the database is replaced), and a file storage that doesn't respond.
 */
export function isOutage(error: unknown): boolean {
  if (error instanceof StoreUnavailable) return true;
  if (typeof error !== 'object' || error === null || !('code' in error) || typeof error.code !== 'string') return false;
  // postgres.js adds the query to every error that it reports.
  return outageCodes.test(error.code) || (socketCodes.test(error.code) && 'query' in error);
}
