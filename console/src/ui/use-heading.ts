import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useLocation } from 'wouter';

// The page that is loaded first keeps the focus at its beginning.
let shown = location.pathname;

// Where a page was scrolled that the history returns to, the browser knows.
let isReturn = false;
addEventListener('popstate', () => {
  isReturn = true;
});
addEventListener('pushState', () => {
  isReturn = false;
});

/**
 * Returns the ref of a page's heading. It gets the focus if the navigation to this page has taken away what had it, so
 * that screen readers and the keyboard continue there; the page is shown from its top. @param isLoading the heading is
 * still that of another thing.
 */
export function useHeading(isLoading = false): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const [path] = useLocation();
  useLayoutEffect(() => {
    if (!isReturn && shown !== location.pathname) scrollTo(0, 0);
  }, []);
  // Together with the page: a moment later, the focus could close a menu that has been opened meanwhile.
  useLayoutEffect(() => {
    if (isLoading || shown === location.pathname) return;
    shown = location.pathname;
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [isLoading, path]);
  return heading;
}
