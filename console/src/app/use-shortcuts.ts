import { useLayoutEffect } from 'preact/hooks';
import { useLocation } from 'wouter';
import { screens } from '../screens/screens.ts';

/** Milliseconds within which the second key of a pair must follow. */
const pairMs = 1_200;

interface ShortcutsProps {
  onSearch: () => void;
  onShortcuts: () => void;
  /** The search is open, also while it is loaded: other keys belong to it. */
  isSearching?: boolean;
}

/**
 * ⌘K (Ctrl K) and `/` open the search, `?` the list of shortcuts, `g` and a letter a screen; `j` and `k` go to the
 * first row of a list.
 */
export function useShortcuts({ onSearch, onShortcuts, isSearching = false }: ShortcutsProps): void {
  const [, navigate] = useLocation();
  useLayoutEffect(() => {
    // Uses the times of the key events, not of their handling, so that a busy page doesn't miss a pair.
    let goUntil = 0;
    const onKeyDown = (event: KeyboardEvent) => {
      // What leads to another page would lose a secret that is shown only once, or leave the sign-in above the page.
      const isHeld = document.querySelector('[data-must-answer="true"]') !== null;
      if (event.key.toLowerCase() === 'k' && (event.metaKey || event.ctrlKey)) {
        event.preventDefault();
        if (!isHeld) onSearch();
        return;
      }
      if (isHeld || isSearching || event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return;
      const target = event.timeStamp < goUntil ? screens.find(({ shortcut }) => shortcut === event.key) : undefined;
      goUntil = event.key === 'g' ? event.timeStamp + pairMs : 0;
      if (target !== undefined) {
        // On the screen that is open, the key may have another meaning, like `k` in a list.
        event.stopImmediatePropagation();
        navigate(target.path);
      } else if ((event.key === 'j' || event.key === 'k') && isOnPage(event.target)) {
        document.querySelector<HTMLElement>('main .row-link')?.focus();
      } else if (event.key === '?') onShortcuts();
      else if (event.key === '/') {
        event.preventDefault();
        onSearch();
      }
    };
    // Captured, so that it comes before the listeners of the screens.
    addEventListener('keydown', onKeyDown, { capture: true });
    return () => removeEventListener('keydown', onKeyDown, { capture: true });
  }, [navigate, onSearch, onShortcuts, isSearching]);
}

/**
 * True if nothing has the focus, or only the heading: `j` and `k` then begin at the first row. Within the rows, the list
 * moves it.
 */
function isOnPage(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('body, main, main h1');
}

/** Keys belong to the focused field, menu or dialog. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.closest('input, textarea, select, [role="dialog"], [role="menu"]') !== null
  );
}
