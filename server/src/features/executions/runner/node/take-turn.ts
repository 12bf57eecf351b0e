/** Milliseconds that nodes of all executions may run without letting the process do anything else. */
const maxTurnMs = 10;

let turnStartedAt: number | undefined;

/**
 * Resolves once the process has time for a step: nodes that wait for nothing, as the thousands of a loop, would otherwise
 * run in one turn of the event loop, in which no request is answered.
 */
export async function takeTurn(): Promise<void> {
  for (;;) {
    const now = performance.now();
    if (turnStartedAt === undefined) {
      turnStartedAt = now;
      setImmediate(() => (turnStartedAt = undefined));
    }
    if (now - turnStartedAt <= maxTurnMs) return;
    await new Promise<void>((resolve) => {
      setImmediate(resolve);
    });
  }
}
