import type { RefObject } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

/** Distance from the end, in pixels, within which a list follows new content. */
const nearPx = 80;

interface PlaceOptions {
  /** The element that scrolls; it is positioned, so that the offsets of the items begin at it. */
  readonly list: RefObject<HTMLElement | null>;
  /** The element that grows. Its items are articles. */
  readonly items: RefObject<HTMLElement | null>;
  /** The ids of the first and the last item. */
  readonly firstId: string | undefined;
  readonly lastId: string | undefined;
}

export interface Place {
  /** True if there are new items at the end, and the reader has scrolled up. */
  readonly isBehind: boolean;
  /** Scrolls to the end, and follows it again. */
  readonly toEnd: () => void;
}

/**
 * Keeps the end of a list in view while it grows or its height changes, until somebody scrolls up; and the items that are
 * in view, if earlier ones are added. The browser's own scroll anchoring doesn't do this at the very beginning of a list,
 * and Safari has none.
 */
export function usePlace({ list, items, firstId, lastId }: PlaceOptions): Place {
  const follows = useRef(true);
  const [isBehind, setBehind] = useState(false);
  useEffect(() => {
    const scroller = list.current;
    const content = items.current;
    if (scroller === null || content === null) return undefined;
    let lastTop = 0;
    const onScroll = () => {
      const { scrollHeight, scrollTop, clientHeight } = scroller;
      // Growth at the end is not scrolling by the reader.
      const isUp = scrollTop < lastTop;
      follows.current = scrollHeight - scrollTop - clientHeight < nearPx || (follows.current && !isUp);
      if (follows.current) setBehind(false);
      lastTop = scrollTop;
    };
    const observer = new ResizeObserver(() => {
      if (follows.current) scroller.scrollTo({ top: scroller.scrollHeight });
    });
    scroller.addEventListener('scroll', onScroll);
    observer.observe(content);
    // A growing composer leaves less height to the list.
    observer.observe(scroller);
    return () => {
      observer.disconnect();
      scroller.removeEventListener('scroll', onScroll);
    };
  }, [list, items]);

  const first = useRef<{ readonly element: HTMLElement; readonly top: number }>(undefined);
  useLayoutEffect(() => {
    const known = first.current;
    if (known?.element.isConnected === true && !follows.current) {
      list.current?.scrollBy({ top: known.element.offsetTop - known.top, behavior: 'instant' });
    }
    const element = items.current?.querySelector<HTMLElement>('article') ?? undefined;
    first.current = element && { element, top: element.offsetTop };
  }, [list, items, firstId]);

  const knowsItems = useRef(false);
  useEffect(() => {
    if (knowsItems.current && !follows.current) setBehind(true);
    knowsItems.current = lastId !== undefined;
  }, [lastId]);

  const toEnd = useCallback(() => {
    follows.current = true;
    setBehind(false);
    list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [list]);
  return { isBehind, toEnd };
}
