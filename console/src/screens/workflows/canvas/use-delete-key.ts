import { useLayoutEffect } from 'preact/hooks';

/** In these, the keys belong to what has the focus. */
const controls = 'input, textarea, select, button, a, [role="dialog"], [role="menu"]';

/**
 * Delete and Backspace remove what is selected. Not only while the canvas has the focus: connections can't have it, and
 * a card that is out of view loses it.
 */
export function useDeleteKey(onDelete: () => void): void {
  // Before the next key: the previous listener would act on the previous selection.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Delete' && event.key !== 'Backspace') return;
      if (event.target instanceof Element && event.target.closest(controls) !== null) return;
      event.preventDefault();
      onDelete();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [onDelete]);
}
