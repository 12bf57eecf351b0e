import { StoreUnavailable } from './errors.ts';

/** Postgres' classes for a connection that ended or was refused, and what postgres.js says when it has none. */
const outageCodes = /^(57P|08|40|53|58|25006|CONNECTION_|CONNECT_)/;
/** What sockets say: any socket, so these count only if the error is one of the database's. */
const socketCodes = /^(ECONN|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN)/;

/**
 * True if one of our own stores is away, so that the same work may succeed later: Postgres classes 57P and 08, 53 and
 * 58 (it has run out of something, or its system fails), 25006 (it is a standby now), 40 (a transaction that has to be
 * repeated), what sockets say, and a file storage that doesn't answer.
 */
export function isOutage(error: unknown): boolean {
  if (error instanceof StoreUnavailable) return true;
  if (typeof error !== 'object' || error === null || !('code' in error) || typeof error.code !== 'string') return false;
  // postgres.js notes the query in every error that it hands on.
  return outageCodes.test(error.code) || (socketCodes.test(error.code) && 'query' in error);
}
