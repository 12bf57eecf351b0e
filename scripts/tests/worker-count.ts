import { totalmem } from 'node:os';

/** How many test processes run at the same time. */
export interface WorkerCount {
  readonly vitest: number;
  /** Of Playwright alone. */
  readonly browsers: number;
  /** Of Playwright while vitest runs, too; 0 if there is no memory for both. */
  readonly browsersBesideVitest: number;
}

/** Memory of a test process together with the servers and browsers that it starts. */
const bytesOfWorker = 2.3 * 1024 ** 3;

/**
 * As many as fit in the memory, but two at least: up to four of vitest, which wait for much of their time, and up to
 * three of Playwright, or two beside vitest, which keep two cores busy. PORTICO_TEST_WORKERS sets the number of each.
 */
export function countWorkers(asked = process.env['PORTICO_TEST_WORKERS'], memory = totalmem()): WorkerCount {
  const fitting = Math.max(2, Math.floor(memory / bytesOfWorker));
  if (asked === undefined) {
    const vitest = Math.min(4, fitting);
    return { vitest, browsers: Math.min(3, fitting), browsersBesideVitest: vitest + 2 <= fitting ? 2 : 0 };
  }
  if (!/^[1-9][0-9]?$/.test(asked))
    throw new Error(`PORTICO_TEST_WORKERS: must be a number from 1 to 99, not ${asked}`);
  const number = Number(asked);
  return { vitest: number, browsers: number, browsersBesideVitest: number * 2 <= fitting ? number : 0 };
}
