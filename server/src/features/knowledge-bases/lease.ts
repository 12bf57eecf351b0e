import type { Platform } from '../../platform/platform.ts';
import { type ClaimedDocument, extendLease } from './documents.sql.ts';

/** A worker that dies is followed by another after this time. */
export const leaseSeconds = 20;
const renewMs = 6000;

/** Someone else has the document now, or it is gone: there is nothing to write any more. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/** Renews the hold on a document until it is released; the signal fires where it is lost. */
export function holdLease(platform: Platform, document: ClaimedDocument): { signal: AbortSignal; release: () => void } {
  const lost = new AbortController();
  const timer = setInterval(() => {
    extendLease(platform.database.sql, document, leaseSeconds).then(
      (isOurs) => {
        if (!isOurs) lost.abort(new LeaseLost());
      },
      (error: unknown) => platform.log.warn({ err: error, document: document.id }, 'lease not renewed'),
    );
  }, renewMs);
  return { signal: lost.signal, release: () => clearInterval(timer) };
}
