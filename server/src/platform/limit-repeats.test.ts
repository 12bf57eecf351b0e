import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLog } from './log.ts';

const lines: { level: number; msg: string; err?: { message: string }; repeated?: number }[] = [];
beforeEach(() => {
  vi.useFakeTimers();
  lines.length = 0;
});
afterEach(() => vi.useRealTimers());

const openLog = () =>
  createLog({ logLevel: 'info' }, [], { write: (line: string) => void lines.push(JSON.parse(line)) });

it('logs the same error 20 times a minute, and then how often it was repeated', () => {
  const log = openLog();
  for (let count = 0; count < 1_000; count += 1) {
    log.error({ err: new Error('connect ECONNREFUSED'), job: `job ${count}` }, 'worker error');
  }
  expect(lines).toHaveLength(20);
  vi.advanceTimersByTime(60_000);
  expect(lines).toHaveLength(21);
  expect(lines.at(-1)).toMatchObject({
    level: 50,
    msg: 'worker error',
    repeated: 980,
    reason: 'connect ECONNREFUSED',
  });
  log.error({ err: new Error('connect ECONNREFUSED') }, 'worker error');
  expect(lines).toHaveLength(22);
});

it('logs every other line', () => {
  const log = openLog();
  for (let count = 0; count < 100; count += 1) {
    log.error({ err: new Error(`reason ${count}`) }, 'request failed');
    log.info({ err: new Error('the same') }, 'a sign-in was refused');
    log.warn('a line without an error');
  }
  expect(lines).toHaveLength(300);
});
