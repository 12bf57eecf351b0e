import type { ReactFlowInstance } from '@xyflow/react';
import type { BranchEdge, CardNode } from './to-flow.ts';

/** With a smaller zoom, names can't be read: then only a part is shown, in this size. */
const minZoom = 0.5;
const partZoom = 0.8;
const padding = 28;

/** Shows the open node, else all nodes, else as many as can be read, from the beginning. */
export function showStart(
  flow: ReactFlowInstance<CardNode, BranchEdge>,
  cards: readonly CardNode[],
  frame: HTMLElement | null,
): void {
  if (frame === null || cards.length === 0) return;
  const { clientWidth: width, clientHeight: height } = frame;
  const bounds = flow.getNodesBounds([...cards]);
  const zoom = Math.min(1, (width - 2 * padding) / bounds.width, (height - 2 * padding) / bounds.height);
  if (zoom >= minZoom) {
    const x = width / 2 - (bounds.x + bounds.width / 2) * zoom;
    const y = height / 2 - (bounds.y + bounds.height / 2) * zoom;
    void flow.setViewport({ x, y, zoom });
    return;
  }
  const open = cards.find(({ selected }) => selected);
  const [highest] = cards.toSorted((a, b) => a.position.y - b.position.y);
  const shown = open ?? highest;
  if (shown === undefined) return;
  const x = width / 2 - (shown.position.x + (shown.width ?? 0) / 2) * partZoom;
  const y = open === undefined ? padding - bounds.y * partZoom : height / 2 - shown.position.y * partZoom;
  void flow.setViewport({ x, y, zoom: partZoom });
}
