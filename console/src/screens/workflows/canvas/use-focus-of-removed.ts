import { useLayoutEffect } from 'preact/hooks';
import { focusPanel } from '../editor/focus-panel.ts';
import type { DraftNode } from '../graph/draft.ts';

/** Gives the panel the focus of a card whose node is gone: the card is removed after the next frame, and takes it along. */
export function useFocusOfRemoved(nodes: readonly DraftNode[]): void {
  useLayoutEffect(() => {
    const card = document.activeElement?.closest<HTMLElement>('.react-flow__node') ?? null;
    if (card !== null && nodes.every(({ id }) => id !== card.dataset['id'])) focusPanel(card);
  }, [nodes]);
}
