import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { usePanel } from '../ui/context.ts';

interface AskFrameProps {
  panel: RefObject<HTMLElement | null>;
  /** Had the focus when the dialog opened for the first time, before this was loaded. */
  opener: HTMLElement | null;
}

/** What the ask dialog does besides its content: the focus returns when it closes, and a press beside it closes it. */
export function AskFrame({ panel, opener }: AskFrameProps) {
  const { chat, focusComposer } = usePanel();
  const isOpen = chat.isOpen.value;
  const first = useRef(opener);
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    const before = first.current ?? findFocused();
    first.current = null;
    const box = panel.current;
    return () => {
      // The visitor may have gone elsewhere, for example to a page that a passage links to.
      const root = box?.getRootNode();
      const isInside = root instanceof ShadowRoot && root.activeElement !== null;
      if (isInside && before?.isConnected && before !== document.body) before.focus({ preventScroll: true });
    };
  }, [isOpen, panel]);
  useEffect(() => {
    const box = panel.current;
    const frame = box?.parentElement;
    const stop = new AbortController();
    frame?.addEventListener('pointerdown', (event) => event.target === frame && chat.close(), stop);
    // The browser's own shortcut would leave the page.
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      focusComposer();
    };
    box?.addEventListener('keydown', onKey, stop);
    return () => stop.abort();
  }, [chat, panel, focusComposer]);
  return null;
}

/** The focused element, also inside of shadow roots. */
function findFocused(): HTMLElement | null {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element instanceof HTMLElement ? element : null;
}
