import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';

/**
 * Returns the focus from a frame that took it by itself, as a chat does when it opens: somebody types in the page
 * around it. A person enters the frame with the pointer or with Tab.
 */
export function useUninvitedFocus(frame: RefObject<HTMLIFrameElement | null>): void {
  useEffect(() => {
    let last = document.activeElement;
    let isTabbing = false;
    const onFocusIn = ({ target }: FocusEvent) => {
      isTabbing = false;
      if (target instanceof HTMLElement && target !== frame.current) last = target;
    };
    const onKeyDown = ({ key }: KeyboardEvent) => {
      isTabbing = key === 'Tab';
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const giveBack = () => {
      const taker = frame.current;
      if (taker === null || document.activeElement !== taker || isTabbing || taker.matches(':hover')) return;
      taker.blur();
      if (last instanceof HTMLElement && last.isConnected) last.focus({ preventScroll: true });
    };
    // The event comes before the frame is the active element.
    const onBlur = () => {
      timer = setTimeout(giveBack);
    };
    addEventListener('blur', onBlur);
    addEventListener('focusin', onFocusIn);
    addEventListener('keydown', onKeyDown, true);
    return () => {
      clearTimeout(timer);
      removeEventListener('blur', onBlur);
      removeEventListener('focusin', onFocusIn);
      removeEventListener('keydown', onKeyDown, true);
    };
  }, [frame]);
}
