/**
 * Timeouts of tests in milliseconds: for `vitest.config.ts` of every workspace, and for waits outside of vitest. They
 * only end tests that hang, and are long enough for a machine that is as busy as with two runs of all tests at a time.
 */
export const timeouts = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 45_000 } } };
