import { cleanup } from '@testing-library/preact';
import { afterEach, beforeEach, vi } from 'vitest';

/** Each test of the file begins with an empty storage, and leaves neither a page nor an address behind. */
export function useCleanBrowser(): void {
  beforeEach(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
    history.replaceState(null, '', '/');
  });
}
