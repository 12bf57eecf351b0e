import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLimit } from './limit.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('counts down against the clock and goes on once', () => {
  const limit = createLimit();
  const then = vi.fn<() => void>();
  limit.start(3, then);
  expect(limit.seconds.value).toBe(3);
  vi.advanceTimersByTime(1_100);
  expect(limit.seconds.value).toBe(2);
  vi.setSystemTime(Date.now() + 60_000);
  vi.advanceTimersByTime(300);
  expect(limit.seconds.value).toBe(0);
  vi.advanceTimersByTime(10_000);
  expect(then).toHaveBeenCalledOnce();
});
