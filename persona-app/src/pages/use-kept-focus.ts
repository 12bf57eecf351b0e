import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

/**
 * Moves the focus to `next()` if the focused element inside `list` is gone after this rendering: otherwise the keyboard
 * would start again at the top of the page.
 */
export function useKeptFocus(list: RefObject<HTMLElement | null>, next: () => HTMLElement | null): void {
  const wasInside = list.current?.contains(document.activeElement) === true;
  useLayoutEffect(() => {
    if (wasInside && list.current?.contains(document.activeElement) !== true) next()?.focus();
  });
}
