import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';

/** Distance from the end, in pixels, within which a list follows what is added. */
const nearPx = 80;

/** Keeps the end of a list in view while it grows, until somebody scrolls up in it. */
export function useEndInView(list: RefObject<HTMLElement | null>, items: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const scroller = list.current;
    const content = items.current;
    if (scroller === null || content === null) return undefined;
    let follows = true;
    let lastTop = 0;
    const onScroll = () => {
      const { scrollHeight, scrollTop, clientHeight } = scroller;
      // What grows below has not been scrolled away from.
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
