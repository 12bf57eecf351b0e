import { totalmem } from 'node:os';

/** How many test processes run at the same time: of vitest, and after that of Playwright. */
export interface WorkerCount {
  readonly vitest: number;
  readonly browsers: number;
}

/** Memory of a test process together with the servers and browsers that it starts. */
const bytesOfWorker = 2.3 * 1024 ** 3;

/**
 * As many as fit in the memory, but two at least: up to four of vitest, which wait for more than half of their time, and
 * up to three of Playwright, which keep two cores busy. PORTICO_TEST_WORKERS sets both.
 */
export function countWorkers(asked = process.env['PORTICO_TEST_WORKERS'], memory = totalmem()): WorkerCount {
  if (asked === undefined) {
    const fitting = Math.max(2, Math.floor(memory / bytesOfWorker));
    return { vitest: Math.min(4, fitting), browsers: Math.min(3, fitting) };
  }
  if (!/^[1-9][0-9]?$/.test(asked))
    throw new Error(`PORTICO_TEST_WORKERS: must be a number from 1 to 99, not ${asked}`);
  return { vitest: Number(asked), browsers: Number(asked) };
}
