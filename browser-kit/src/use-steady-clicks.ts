import { useLayoutEffect, useRef } from 'preact/hooks';

/** Milliseconds in which nobody reacts to a change: a click was aimed at what was there before. */
const reactionMs = 600;

/**
 * Returns a handler for `onClickCapture` that ignores a click of a pointer just after an item of a list has moved to the
 * place of another one, which was removed. Keys act on what has the focus, so they always count.
 */
export function useSteadyClicks(ids: readonly string[]): (event: MouseEvent) => void {
  const list = ids.join(' ');
  const shown = useRef(list);
  const movedAt = useRef(-Infinity);
  useLayoutEffect(() => {
    // What is only added at the end moves nothing.
    if (!list.startsWith(shown.current)) movedAt.current = performance.now();
    shown.current = list;
  }, [list]);
  return (event) => {
    if (event.detail === 0 || performance.now() - movedAt.current > reactionMs) return;
    event.preventDefault();
    event.stopPropagation();
  };
}
