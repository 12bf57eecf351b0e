import type { LinkedPersonaInstance } from '@portico/shared-types/api/personas';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TaskClient } from '../transport/task-client.ts';
import { openTask } from './open-task.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a task that can’t be reached when its page is seen again is read again until it can', async () => {
  const readTask = vi.fn<TaskClient['readTask']>(async () => ({ status: 'completed' }) as LinkedPersonaInstance);
  const opened = openTask({
    readTask,
    listDeliverables: async () => [],
    decide: async () => undefined,
    openEvents: () => Promise.reject(new Error('a completed task has no further events')),
  });
  await expect.poll(() => opened.reading.value).toBe('read');

  readTask.mockRejectedValue(new TypeError('Failed to fetch'));
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(() => opened.reading.value).toBe('unreachable');
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(() => readTask.mock.calls).toHaveLength(3);

  readTask.mockResolvedValue({ status: 'completed' } as LinkedPersonaInstance);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(opened.reading.value).toBe('read');
  await vi.advanceTimersByTimeAsync(60_000);
  // Once for each failure would be twice.
  expect(readTask).toHaveBeenCalledTimes(4);
});

test('the connection counts as lost while the browser is offline, although the stream is opened a moment later', async () => {
  const response = Promise.withResolvers<Response>();
  const openEvents = vi.fn<TaskClient['openEvents']>(async () => new Response(new ReadableStream()));
  openEvents.mockReturnValueOnce(response.promise);
  const opened = openTask({
    readTask: async () => ({ status: 'running' }) as LinkedPersonaInstance,
    listDeliverables: async () => [],
    decide: async () => undefined,
    openEvents,
  });
  await expect.poll(() => opened.reading.value).toBe('read');
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  dispatchEvent(new Event('offline'));
  response.resolve(new Response(new ReadableStream()));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(opened.isInterrupted.value).toBe(true);
  onLine.mockRestore();
  dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(opened.isInterrupted.value).toBe(false);
});
