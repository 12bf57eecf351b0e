import { afterEach, beforeEach, vi } from 'vitest';
import type { ProactiveRule } from '../face.ts';

/** A rule that shows its message after the default time, once; `change` overrides it. */
export const makeRule = (change: Partial<ProactiveRule> = {}): ProactiveRule => ({
  message: 'Need help?',
  urlPattern: null,
  afterSeconds: null,
  onExit: false,
  minVisits: null,
  once: true,
  ...change,
});

/** Each test of the file has a visitor without stored data, at `/`, and timers that it moves itself. */
export function useNewVisitors(): void {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
    history.replaceState(null, '', '/');
  });
}
