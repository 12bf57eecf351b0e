/** How far a clock that is corrected usually moves; what is planned by it is only late by this much then. */
export const clockToleranceMs = 60_000;

/**
 * Creates a check that finds out whether the machine's clock was set back, and then calls `correct`, because what was
 * planned under the wrong time may be hours or years away. The first check does so in any case, since the clock may have
 * been set back before this start.
 */
export function followClock(correct: () => Promise<void>): () => Promise<void> {
  let startedAt: number | undefined;
  return async () => {
    const before = startedAt;
    // The time at which the monotonic clock began, which moves with the other one.
    startedAt = Date.now() - performance.now();
    if (before === undefined || startedAt < before - clockToleranceMs) await correct();
  };
}
