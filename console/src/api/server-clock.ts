/** Milliseconds by which a time may be wrong: a `Date` has whole seconds, and clocks are never quite the same. */
const toleranceMs = 60_000;

/** The clock of the server, as far as its responses show that the one of the device is wrong. */
export function createServerClock() {
  let aheadMs = 0;
  return {
    /** Milliseconds since 1970. */
    now: (): number => Date.now() + aheadMs,
    /**
     * Called with each response of the server, and when its request was sent by the clock of the device. The server wrote
     * the `Date` at some time since then: the response may have been on its way while the device slept, for instance.
     */
    read(response: Response, sentAt: number): void {
      const date = Date.parse(response.headers.get('Date') ?? '');
      const [min, max] = [date - Date.now(), date - sentAt];
      // A difference that still explains the response is kept, so that the times on a screen do not jump.
      if (aheadMs < min - toleranceMs) aheadMs = min;
      else if (aheadMs > max + toleranceMs) aheadMs = max;
    },
  };
}
