import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { waitForReturn } from './back-off.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the action runs once, after the time or as soon as the browser is back', () => {
  const [late, early] = [vi.fn(), vi.fn()];
  waitForReturn(2_000, late);
  vi.advanceTimersByTime(1_999);
  expect(late).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  waitForReturn(2_000, early);
  dispatchEvent(new Event('online'));
  expect(early).toHaveBeenCalledOnce();
  dispatchEvent(new Event('pageshow'));
  vi.advanceTimersByTime(10_000);
  expect(late).toHaveBeenCalledOnce();
  expect(early).toHaveBeenCalledOnce();
});

test('the action doesn’t run when the page is hidden, but when it is shown', () => {
  const action = vi.fn();
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  waitForReturn(2_000, action);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(action).not.toHaveBeenCalled();
  hidden.mockReturnValue(false);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(action).toHaveBeenCalledOnce();
  hidden.mockRestore();
});

test('the action doesn’t run once it has been stopped', () => {
  const action = vi.fn();
  waitForReturn(2_000, action)();
  dispatchEvent(new Event('online'));
  vi.advanceTimersByTime(10_000);
  expect(action).not.toHaveBeenCalled();
});
