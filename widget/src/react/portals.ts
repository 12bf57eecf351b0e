import type { ReactNode, ReactPortal } from 'react';
import { createPortal } from 'react-dom';
import { callSlot } from '../mount/call-slot.ts';
import type { Off, SlotContent } from '../types.ts';

interface Filled<Props> {
  node: HTMLElement;
  draw: (props: Props) => ReactNode;
  /** The node has been in the widget. */
  isPlaced: boolean;
}

export type Portals<Props> = ReturnType<typeof createPortals<Props>>;

/** Whether the content of a slot keeps the built-in rendering. */
export const isBuiltIn = (content: ReactNode): boolean =>
  content === null || content === undefined || content === false;

/**
 * React content for the widget's slots: React renders each slot into a separate node, with the component's newest props,
 * until the slot is unmounted.
 */
export function createPortals<Props>() {
  const filled = new Map<string, Filled<Props>>();
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
    fill(key: string, draw: Filled<Props>['draw'], props: Props): SlotContent {
      // The built-in rendering takes the place of the node, which is dropped then.
      if (isBuiltIn(callSlot(() => draw(props)))) return null;
      const { node, isPlaced } = filled.get(key) ?? { node: document.createElement('div'), isPlaced: false };
      filled.set(key, { node, draw, isPlaced });
      notify();
      return node;
    },
    has: (key: string): boolean => filled.has(key),
    render: (props: Props): ReactPortal[] =>
      [...filled].map(([key, { node, draw }]) =>
        createPortal(
          callSlot(() => draw(props)),
          node,
          key,
        ),
      ),
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
