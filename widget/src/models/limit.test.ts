import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RequestError } from '../transport/errors.ts';
import { createLimit } from './limit.ts';

const tooMany = (retryAfter: number) =>
  new RequestError('rate_limit_exceeded', 429, '', { retryAfter, window: 'minute' });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('counts down against the clock and continues once', () => {
  const limit = createLimit();
  const then = vi.fn<() => void>();
  limit.start(tooMany(3), 30, then);
  expect(limit.seconds.value).toBe(3);
  expect(limit.wait.value?.error.window).toBe('minute');
  vi.advanceTimersByTime(1_100);
  expect(limit.seconds.value).toBe(2);
  vi.setSystemTime(Date.now() + 60_000);
  vi.advanceTimersByTime(300);
  expect(limit.seconds.value).toBe(0);
  expect(limit.wait.value).toBeNull();
  vi.advanceTimersByTime(10_000);
  expect(then).toHaveBeenCalledOnce();
});
