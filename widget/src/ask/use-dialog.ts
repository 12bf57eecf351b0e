import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect } from 'preact/hooks';
import { usePanel } from '../ui/context.ts';

/** Moves the focus into the dialog when it opens, and back when it closes; a press beside the dialog closes it. */
export function useDialog(field: RefObject<HTMLInputElement | null>): void {
  const { chat } = usePanel();
  const isOpen = chat.isOpen.value;
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    const before = findFocused();
    const input = field.current;
    input?.focus({ preventScroll: true });
    input?.select();
    return () => {
      // The visitor may have gone elsewhere, for example to a page that a passage links to.
      const root = input?.getRootNode();
      const isInside = !(root instanceof ShadowRoot) || root.activeElement !== null;
      if (isInside && before?.isConnected) before.focus({ preventScroll: true });
    };
  }, [isOpen, field]);
  useEffect(() => {
    const frame = field.current?.closest('.pt');
    const onPress = (event: Event) => event.target === frame && chat.close();
    frame?.addEventListener('pointerdown', onPress);
    return () => frame?.removeEventListener('pointerdown', onPress);
  }, [chat, field]);
}

/** The focused element, also inside of shadow roots. */
function findFocused(): HTMLElement | null {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element instanceof HTMLElement && element !== document.body ? element : null;
}
