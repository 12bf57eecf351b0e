import { cleanup } from '@testing-library/preact';
import { afterEach, vi } from 'vitest';

/** Each test of the file leaves neither a page nor an address behind. */
export function useCleanBrowser(): void {
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
    history.replaceState(null, '', '/');
  });
}
