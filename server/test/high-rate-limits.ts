/** Settings under which no test reaches a key's limits by polling. */
export const highRateLimits = { RATE_LIMIT_PER_MINUTE: '1000000', RATE_LIMIT_PER_DAY: '100000000' };
