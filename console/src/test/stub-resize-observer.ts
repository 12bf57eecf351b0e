import { vi } from 'vitest';

/** The list of ⌘K measures itself and scrolls, which the document of the tests can't. */
export function stubResizeObserver(): void {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
    },
  );
}
