/** How far a clock that is corrected usually moves; what is planned by it is only late by this much then. */
export const clockToleranceMs = 60_000;

/**
 * Creates a check that finds out whether the machine's clock was set back, and then calls `correct`, because what was
 * planned under the wrong time may be hours or years away. The first check does so in any case, since the clock may have
 * been set back before this start. If `correct` fails, the next check calls it again.
 */
export function followClock(correct: () => Promise<void>): () => Promise<void> {
  let corrected: number | undefined;
  return async () => {
    // The time at which the monotonic clock began, which moves with the other one.
    const startedAt = Date.now() - performance.now();
    if (corrected === undefined || startedAt < corrected - clockToleranceMs) await correct();
    corrected = startedAt;
  };
}
