/** Milliseconds by which clocks may differ; a response is on its way for a while, and its `Date` has whole seconds. */
const toleranceMs = 60_000;

/** The clock of the server, as far as its responses show that the one of the device is wrong. */
export function createServerClock() {
  let aheadMs = 0;
  return {
    /** Milliseconds since 1970. */
    now: (): number => Date.now() + aheadMs,
    /** Called with each response. */
    read(response: Response): void {
      const ahead = Date.parse(response.headers.get('Date') ?? '') - Date.now();
      if (!Number.isNaN(ahead)) aheadMs = Math.abs(ahead) > toleranceMs ? ahead : 0;
    },
  };
}
