import { useReactFlow } from '@xyflow/react';
import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import { duration } from './duration.ts';
import type { BranchEdge, CardNode } from './to-flow.ts';

/** Moves the view to the open node if it is outside: it was added, pasted, or chosen from a list. */
export function useSelectedInView(
  cards: readonly CardNode[],
  openId: string | undefined,
  frame: RefObject<HTMLElement | null>,
): void {
  const flow = useReactFlow<CardNode, BranchEdge>();
  const card = cards.find(({ id }) => id === openId);
  const { x, y } = card?.position ?? {};
  useEffect(() => {
    if (card === undefined || frame.current === null) return;
    const { width = 0, height = 0 } = card;
    const view = flow.getViewport();
    const left = card.position.x * view.zoom + view.x;
    const top = card.position.y * view.zoom + view.y;
    const isInside =
      left >= 0 &&
      top >= 0 &&
      left + width * view.zoom <= frame.current.clientWidth &&
      top + height * view.zoom <= frame.current.clientHeight;
    if (isInside) return;
    const centre = { x: card.position.x + width / 2, y: card.position.y + height / 2 };
    void flow.setCenter(centre.x, centre.y, { zoom: view.zoom, duration: duration(200) });
    // Not for each change of a card: only if another node is open, or if it has another place.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [openId, x, y, flow]);
}
