/** @throws TypeError for a number below 0, and for NaN, a limit that would never be reached. */
export function requireNumber(name: string, value: number | undefined): void {
  if (value === undefined || value >= 0) return;
  throw new TypeError(`${name} must be 0 or more, not ${value}`);
}

/** @throws TypeError for a time limit that would end every call, such as 0, which elsewhere means none. */
export function requireTimeout(value: number | undefined): void {
  if (value === undefined || value > 0) return;
  throw new TypeError(`timeoutMs must be more than 0, not ${value}; without a limit, it is Infinity`);
}
