import { useLayoutEffect, useReducer, useRef } from 'preact/hooks';
import type { StoreApi } from 'zustand/vanilla';

/**
 * Renders again when the result of `select` has changed. zustand's own hook needs React; this is the part of it that
 * the page uses.
 */
export function useStore<State, Picked>(
  store: Pick<StoreApi<State>, 'getState' | 'subscribe'>,
  select: (state: State) => Picked,
): Picked {
  const [, redraw] = useReducer<number, null>((count) => count + 1, 0);
  const picked = select(store.getState());
  const latest = useRef({ picked, select });
  latest.current = { picked, select };

  useLayoutEffect(() => {
    const compare = () => {
      if (!Object.is(latest.current.picked, latest.current.select(store.getState()))) redraw(null);
    };
    // The store may have changed between rendering and now.
    compare();
    return store.subscribe(compare);
  }, [store]);
  return picked;
}
