import type { ReactFlowInstance } from '@xyflow/react';
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { showStart } from './show-start.ts';
import type { BranchEdge, CardNode } from './to-flow.ts';

/** What says that the member has begun to use the canvas. */
const uses = ['pointerdown', 'wheel', 'keydown', 'focusin', 'drop'] as const;

/**
 * Returns the function that shows the beginning once the canvas is ready. It is shown again when the canvas gets another
 * size, for example because a banner appears above it, as long as the member hasn't used the canvas.
 */
export function useStartInView(
  flow: ReactFlowInstance<CardNode, BranchEdge>,
  cards: readonly CardNode[],
  frame: RefObject<HTMLDivElement | null>,
): () => void {
  const latest = useRef(cards);
  const isReady = useRef(false);
  useEffect(() => {
    latest.current = cards;
  }, [cards]);
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => {
      if (isReady.current) showStart(flow, latest.current, element);
    });
    observer.observe(element);
    const stop = () => observer.disconnect();
    for (const use of uses) element.addEventListener(use, stop, { capture: true, passive: true });
    return () => {
      stop();
      for (const use of uses) element.removeEventListener(use, stop, { capture: true });
    };
  }, [flow, frame]);
  return () => {
    isReady.current = true;
    showStart(flow, cards, frame.current);
  };
}
