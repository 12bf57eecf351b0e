import type { ReactNode, ReactPortal } from 'react';
import { createPortal } from 'react-dom';
import type { Off, SlotContent } from '../types.ts';

/** React content for the widget's slots: React renders each slot into a separate node. */
export function createPortals() {
  const filled = new Map<string, { node: HTMLElement; content: ReactNode }>();
  const listeners = new Set<() => void>();
  let isTelling = false;

  /** Deferred, because a slot is filled while the widget renders. */
  function notify(): void {
    if (isTelling) return;
    isTelling = true;
    queueMicrotask(() => {
      isTelling = false;
      for (const listener of listeners) listener();
    });
  }

  return {
    fill(key: string, content: ReactNode): SlotContent {
      if (content === null || content === undefined || content === false) return null;
      const node = filled.get(key)?.node ?? document.createElement('div');
      filled.set(key, { node, content });
      notify();
      return node;
    },
    render: (): ReactPortal[] => [...filled].map(([key, { node, content }]) => createPortal(content, node, key)),
    onChange(listener: () => void): Off {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    clear: () => filled.clear(),
  };
}
