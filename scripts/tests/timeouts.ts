/**
 * Timeouts of tests in milliseconds: for `vitest.config.ts` of every workspace, and for waits outside of vitest. They
 * only end tests that hang, and are long enough for a busy machine.
 */
export const timeouts = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 15_000 } } };
