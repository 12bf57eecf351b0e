import { PorticoError } from './portico-error.ts';
import { maxTimerMs } from './wait.ts';

/** What comes of `step`. If it takes longer than `ms`, `stop` is aborted with an error that has this message. */
export async function limitTime<T>(step: Promise<T>, stop: AbortController, ms: number, message: string): Promise<T> {
  if (ms > maxTimerMs) return step;
  const timer = setTimeout(() => {
    const cause = new DOMException(message, 'TimeoutError');
    stop.abort(new PorticoError({ code: 'connection_failed', message, status: 0, cause }));
  }, ms);
  try {
    return await step;
  } finally {
    clearTimeout(timer);
  }
}
