/**
 * How long a test waits, in milliseconds: for `vitest.config.ts` of every workspace, and for waits that are not vitest's. A wait ends with what it waits for;
 * these only end what hangs, and are long enough for a machine that has much else to do.
 */
export const timeouts = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 15_000 } } };
