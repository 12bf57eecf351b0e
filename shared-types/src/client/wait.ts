/** Timers can't be longer; a longer one would end at once. */
export const maxTimerMs = 2_147_483_647;

/** Waits, and rejects with the signal's reason when it fires. */
export async function wait(ms: number, signal?: AbortSignal): Promise<void> {
  let leftMs = ms;
  for (; leftMs > maxTimerMs; leftMs -= maxTimerMs) await waitOnce(maxTimerMs, signal);
  await waitOnce(leftMs, signal);
}

async function waitOnce(ms: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

/** The pause before a retry, in milliseconds: doubled with each, up to `maxMs`, randomly shortened by up to a half. */
export function backOff(tries: number, firstMs: number, maxMs: number): number {
  return Math.min(maxMs, firstMs * 2 ** tries) * (1 - Math.random() / 2);
}
