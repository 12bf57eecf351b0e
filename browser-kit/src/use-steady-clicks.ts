import { useLayoutEffect, useRef } from 'preact/hooks';

/** Milliseconds in which nobody reacts to a change: a click was aimed at what was there before. */
const reactionMs = 600;

/**
 * Returns a handler for `onClickCapture` that ignores a click of a pointer just after an item of a list has come to the
 * place of another one, perhaps after a moment without any. Keys act on what has the focus, so they always count.
 */
export function useSteadyClicks(ids: readonly string[]): (event: MouseEvent) => void {
  const shown = useRef<readonly string[]>([]);
  const movedAt = useRef(-Infinity);
  useLayoutEffect(() => {
    if (ids.length === 0) return;
    // What is only added at the end moves nothing.
    if (shown.current.some((id, index) => ids[index] !== id)) movedAt.current = performance.now();
    shown.current = ids;
  });
  return (event) => {
    if (event.detail === 0 || performance.now() - movedAt.current > reactionMs) return;
    event.preventDefault();
    event.stopPropagation();
  };
}
