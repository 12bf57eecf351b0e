import { statfsSync } from 'node:fs';

/**
 * The embedded database works only while this much is free on its disk: enough for the transactions that have begun,
 * with their log. A Postgres that can't write its log panics, which ends the server (embedded-postgres.ts).
 */
const neededMegabytes = 64;
/** Milliseconds for which a result holds: a small part of the time in which the database writes that much. */
const freshFor = 50;

/** Reports whether enough space is free on the disk with `directory`. */
export function watchFreeSpace(directory: string): () => boolean {
  let lookedAt = Number.NEGATIVE_INFINITY;
  let isEnough = true;
  return () => {
    if (performance.now() - lookedAt < freshFor) return isEnough;
    lookedAt = performance.now();
    isEnough = hasFreeSpace(directory);
    return isEnough;
  };
}

export function hasFreeSpace(directory: string): boolean {
  const { blocks, bavail, bsize } = statfsSync(directory);
  // A file system without a limit reports 0 blocks.
  return blocks === 0 || bavail * bsize >= neededMegabytes * 1_048_576;
}

export const tooLittleSpace = `less than ${neededMegabytes} MB are free on its disk`;
