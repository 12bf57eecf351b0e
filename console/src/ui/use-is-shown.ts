import { useCallback, useLayoutEffect, useRef } from 'preact/hooks';

/** Returns the function that says whether this component is still shown, for an action that ends after it was left. */
export function useIsShown(): () => boolean {
  const isShown = useRef(true);
  // An effect of `useEffect` is cleaned up only after the next page is painted.
  useLayoutEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return useCallback(() => isShown.current, []);
}
