import { cleanup } from '@testing-library/preact';
import { afterEach, beforeEach, vi } from 'vitest';

/** Before each test, opens `address`, and lets the list of ⌘K measure itself and scroll; undoes everything after it. */
export function prepareCommandMenu(address = '/'): void {
  beforeEach(() => {
    history.replaceState(null, '', address);
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe() {}
        unobserve() {}
      },
    );
  });
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
    history.replaceState(null, '', '/');
  });
}
