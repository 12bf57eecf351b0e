import { useLayoutEffect } from 'preact/hooks';

let onGoingBack: ((event: PopStateEvent) => void) | undefined;

/**
 * Lets `useStayHere` undo going back. Must be called before the router listens: a window calls its listeners in their
 * order, also the captured ones, and the router removes what is on the page at once.
 */
export function watchGoingBack(): void {
  addEventListener('popstate', (event) => onGoingBack?.(event));
}

/** Lets the browser ask before the page is reloaded or closed, and stays on it when one goes back. */
export function useStayHere(isNeeded: boolean): void {
  useLayoutEffect(() => {
    if (!isNeeded) return undefined;
    const { pathname } = location;
    let [state, address]: [unknown, string] = [history.state, location.href];
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    onGoingBack = (event) => {
      if (location.pathname === pathname) {
        // The dialog that made the secret leaves the address a moment after it has closed.
        [state, address] = [event.state, location.href];
        return;
      }
      event.stopImmediatePropagation();
      history.pushState(state, '', address);
    };
    return () => {
      removeEventListener('beforeunload', ask);
      onGoingBack = undefined;
    };
  }, [isNeeded]);
}
