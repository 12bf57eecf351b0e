import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';

/** Distance from the end, in pixels, within which a list follows new content. */
const nearPx = 80;

/** Keeps the end of a growing list in view, until somebody scrolls up. */
export function useEndInView(list: RefObject<HTMLElement | null>, items: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const scroller = list.current;
    const content = items.current;
    if (scroller === null || content === null) return undefined;
    let follows = true;
    let lastTop = 0;
    const onScroll = () => {
      const { scrollHeight, scrollTop, clientHeight } = scroller;
      // Growth at the end is not scrolling by the reader.
      const isUp = scrollTop < lastTop;
      follows = scrollHeight - scrollTop - clientHeight < nearPx || (follows && !isUp);
      lastTop = scrollTop;
    };
    const observer = new ResizeObserver(() => {
      if (follows) scroller.scrollTo({ top: scroller.scrollHeight });
    });
    scroller.addEventListener('scroll', onScroll);
    observer.observe(content);
    return () => {
      observer.disconnect();
      scroller.removeEventListener('scroll', onScroll);
    };
  }, [list, items]);
}
