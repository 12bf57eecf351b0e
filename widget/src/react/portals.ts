import type { ReactNode, ReactPortal } from 'react';
import { createPortal } from 'react-dom';
import type { Off, SlotContent } from '../types.ts';

interface Filled {
  node: HTMLElement;
  content: ReactNode;
  /** The node has been in the widget. */
  isPlaced: boolean;
}

/** React content for the widget's slots: React renders each slot into a separate node, until the slot is unmounted. */
export function createPortals() {
  const filled = new Map<string, Filled>();
  const listeners = new Set<() => void>();
  let observer: MutationObserver | undefined;
  let isTelling = false;

  /** Deferred, because a slot is filled while the widget renders; the widget has placed its node by then. */
  function notify(): void {
    if (isTelling) return;
    isTelling = true;
    queueMicrotask(() => {
      isTelling = false;
      watch();
      for (const listener of listeners) listener();
    });
  }

  /** A slot that is unmounted calls nobody, but takes its node out of the widget. */
  function watch(): void {
    for (const entry of filled.values()) {
      const root = entry.node.getRootNode();
      if (entry.isPlaced || !(root instanceof ShadowRoot)) continue;
      entry.isPlaced = true;
      observer ??= new MutationObserver(dropRemoved);
      observer.observe(root, { childList: true, subtree: true });
    }
  }

  /** A widget that is itself taken out of the page keeps its slots. */
  function dropRemoved(): void {
    for (const [key, { node, isPlaced }] of filled) {
      if (!isPlaced || node.getRootNode() instanceof ShadowRoot) continue;
      filled.delete(key);
      notify();
    }
  }

  return {
    fill(key: string, content: ReactNode): SlotContent {
      // The built-in rendering takes the place of the node, which is dropped then.
      if (content === null || content === undefined || content === false) return null;
      const { node, isPlaced } = filled.get(key) ?? { node: document.createElement('div'), isPlaced: false };
      filled.set(key, { node, content, isPlaced });
      notify();
      return node;
    },
    render: (): ReactPortal[] => [...filled].map(([key, { node, content }]) => createPortal(content, node, key)),
    onChange(listener: () => void): Off {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    clear() {
      filled.clear();
      observer?.disconnect();
      observer = undefined;
    },
  };
}
