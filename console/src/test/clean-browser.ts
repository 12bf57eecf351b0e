import { cleanup } from '@testing-library/preact';
import { afterEach, vi } from 'vitest';

/** Each test of the file leaves neither a page nor a changed global behind. */
export function useCleanBrowser(): void {
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });
}
