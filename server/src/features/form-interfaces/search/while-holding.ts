import type { Platform } from '../../../platform/platform.ts';

/** A third of what a submission is held for without a heartbeat. */
const renewEveryMs = 10_000;

/** Works on a submission, and gives a heartbeat again and again until that ends. */
export async function whileHolding(
  platform: Platform,
  renew: () => Promise<void>,
  work: () => Promise<void>,
): Promise<void> {
  const timer = setInterval(() => {
    renew().catch((error: unknown) => platform.log.warn({ err: error }, 'a hold was not renewed'));
  }, renewEveryMs);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
}
