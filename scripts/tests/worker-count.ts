import { totalmem } from 'node:os';

/** Two test processes fit in less memory. */
const roomyBytes = 7 * 1024 ** 3;

/**
 * How many test processes run at the same time, of vitest and then of Playwright: three, or two on a machine with less
 * than 7 GB of memory, unless PORTICO_TEST_WORKERS says otherwise. Each takes up to 1.2 GB, and waits for half of its
 * time, so three keep two cores busy.
 */
export function countWorkers(asked = process.env['PORTICO_TEST_WORKERS'], memory = totalmem()): number {
  if (asked === undefined) return memory < roomyBytes ? 2 : 3;
  if (!/^[1-9][0-9]?$/.test(asked))
    throw new Error(`PORTICO_TEST_WORKERS: must be a number from 1 to 99, not ${asked}`);
  return Number(asked);
}
