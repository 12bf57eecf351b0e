import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startLater } from './start-later.ts';

const stop = vi.fn<() => void>();
const start = vi.fn<() => () => void>(() => stop);
const load = vi.fn<() => Promise<() => () => void>>(async () => start);

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
});
afterEach(() => void vi.useRealTimers());

test('code that can’t be loaded is loaded again, later each time, or when the visitor returns', async () => {
  for (let attempt = 0; attempt < 3; attempt += 1) load.mockRejectedValueOnce(new TypeError('offline'));
  const onFailure = vi.fn<() => void>();
  startLater(load, onFailure, 2_000);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(load).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(3_999);
  expect(load).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(load).toHaveBeenCalledTimes(3);
  dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(start).toHaveBeenCalledOnce();
  expect(onFailure).toHaveBeenCalledTimes(3);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(load).toHaveBeenCalledTimes(4);
});

test('what is stopped while its code is loaded, or is to be loaded again, never starts', async () => {
  startLater(load)();
  load.mockRejectedValueOnce(new TypeError('offline'));
  const stopSecond = startLater(load);
  await vi.advanceTimersByTimeAsync(0);
  stopSecond();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(load).toHaveBeenCalledTimes(2);
  expect(start).not.toHaveBeenCalled();
  const stopThird = startLater(load);
  await vi.advanceTimersByTimeAsync(0);
  expect(start).toHaveBeenCalledOnce();
  expect(stop).not.toHaveBeenCalled();
  stopThird();
  expect(stop).toHaveBeenCalledOnce();
});

test('what is stopped by its own start does not remain', async () => {
  start.mockImplementationOnce(() => {
    stopNow();
    return stop;
  });
  const stopNow = startLater(load);
  await vi.advanceTimersByTimeAsync(0);
  expect(start).toHaveBeenCalledOnce();
  expect(stop).toHaveBeenCalledOnce();
});
