/**
 * How many test processes run at the same time, of vitest and then of Playwright: two, for a machine with two cores,
 * unless PORTICO_TEST_WORKERS says otherwise. Each takes up to 1.2 GB, and waits for half of its time.
 */
export function countWorkers(asked = process.env['PORTICO_TEST_WORKERS'] ?? '2'): number {
  if (!/^[1-9][0-9]?$/.test(asked))
    throw new Error(`PORTICO_TEST_WORKERS: must be a number from 1 to 99, not ${asked}`);
  return Number(asked);
}
