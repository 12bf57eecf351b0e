import { Position, type Edge, type Node } from '@xyflow/react';
import { isSameList } from '../../../form/is-same-list.ts';
import type { Draft, DraftEdge, DraftNode } from '../graph/draft.ts';
import { layoutNodes, type Layout, type Point } from '../graph/layout.ts';
import type { NodeFaults } from '../editor/use-faults.ts';
import type { NodeTrace, Trace } from '../run/trace.ts';
import { findPort, portsOf, sizeOf } from './geometry.ts';

export type CardData = {
  readonly node: DraftNode;
  /** The problems of the node, one in each line. */
  readonly problems: string;
  /** The branches that nothing follows yet. */
  readonly free: readonly string[];
  readonly traced: NodeTrace | undefined;
};
export type CardNode = Node<CardData, 'card'>;
export type BranchData = { readonly edge: DraftEdge; readonly bends: readonly Point[]; readonly isLabelled: boolean };
export type BranchEdge = Edge<BranchData, 'branch'>;

/** Places that the member has chosen, by node id; null while the nodes are arranged automatically. */
export type Places = Readonly<Record<string, Point>> | null;

export const targetHandle = 'in';
export const sourceHandle = (branch: string) => `out:${branch}`;

export function layoutDraft(draft: Draft, hasTrace: boolean): Layout {
  const byId = new Map(draft.nodes.map((node) => [node.id, node]));
  return layoutNodes(
    draft,
    (id) => {
      const node = byId.get(id);
      return node === undefined ? { width: 0, height: 0 } : sizeOf(node, hasTrace);
    },
    (edge) => {
      const node = byId.get(edge.from);
      return node === undefined ? 0 : findPort(node, edge).x;
    },
  );
}

interface Shown {
  readonly draft: Draft;
  readonly layout: Layout;
  readonly places: Places;
  readonly faults: NodeFaults;
  readonly trace: Trace | undefined;
}

/**
 * The cards of the canvas. Their sizes and handles are given, so that nothing has to be measured; cards that have not
 * changed are those of before, so that they are not rendered again.
 */
export function toCards({ draft, layout, places, faults, trace }: Shown, before: readonly CardNode[]): CardNode[] {
  const known = new Map(before.map((card) => [card.id, card]));
  const used = Map.groupBy(draft.edges, ({ from }) => from);
  return draft.nodes.map((node) => {
    const problems = trace === undefined ? faults.of(node.id).filter(({ isWarning }) => !isWarning) : [];
    const branches = new Set((used.get(node.id) ?? []).map(({ on = '' }) => on));
    const data: CardData = {
      node,
      problems: problems.map(({ text }) => text).join('\n'),
      free: portsOf(node).flatMap(({ branch }) => (branches.has(branch) ? [] : branch)),
      traced: trace?.get(node.id),
    };
    const position = places?.[node.id] ?? layout.nodes.get(node.id) ?? { x: 0, y: 0 };
    const old = known.get(node.id);
    const isSame = old !== undefined && isSameData(old.data, data) && isSamePoint(old.position, position);
    return isSame ? old : { ...createCard(node, trace !== undefined), data, position };
  });
}

function createCard(node: DraftNode, hasTrace: boolean): Omit<CardNode, 'data' | 'position'> {
  const { width, height } = sizeOf(node, hasTrace);
  const ports = portsOf(node);
  const point = { width: 1, height: 1 };
  // Edges on branches that are not on the card start in the middle.
  const sources = ports.some(({ branch }) => branch === '') ? ports : [...ports, { branch: '', x: 0 }];
  return {
    id: node.id,
    type: 'card',
    width,
    height,
    // Known without rendering it, as for the view that shows everything.
    measured: { width, height },
    handles: [
      { id: targetHandle, type: 'target', position: Position.Top, x: width / 2, y: 0, ...point },
      ...sources.map(({ branch, x }) => ({
        id: sourceHandle(branch),
        type: 'source' as const,
        position: Position.Bottom,
        x: width / 2 + x,
        y: height,
        ...point,
      })),
    ],
  };
}

function isSameData(a: CardData, b: CardData): boolean {
  return a.node === b.node && a.problems === b.problems && a.traced === b.traced && isSameList(a.free, b.free);
}

function isSamePoint(a: Point, b: Point): boolean {
  return a.x === b.x && a.y === b.y;
}

/** The places of cards, by their ids. */
export function toPlaces(cards: readonly CardNode[]): NonNullable<Places> {
  return Object.fromEntries(cards.map(({ id, position }) => [id, position]));
}

/** The edges of the canvas; those to unknown nodes can't be drawn, and are listed as problems. */
export function toBranches(draft: Draft, layout: Layout, places: Places): BranchEdge[] {
  const byId = new Map(draft.nodes.map((node) => [node.id, node]));
  return draft.edges.flatMap((edge, at): BranchEdge[] => {
    const from = byId.get(edge.from);
    if (from === undefined || !byId.has(edge.to)) return [];
    const { branch } = findPort(from, edge);
    return [
      {
        id: edgeId(edge),
        type: 'branch',
        source: edge.from,
        target: edge.to,
        sourceHandle: sourceHandle(branch),
        targetHandle,
        data: {
          edge,
          bends: places === null ? (layout.bends.get(at) ?? []) : [],
          isLabelled: edge.on !== undefined && branch !== edge.on,
        },
      },
    ];
  });
}

export function edgeId({ from, to, on = '' }: DraftEdge): string {
  return `${from} ${on} ${to}`;
}

/** A smooth path down through all points. */
export function drawPath(points: readonly Point[]): string {
  const [first, ...rest] = points;
  if (first === undefined) return '';
  let { x, y } = first;
  const curves = rest.map((next) => {
    const reach = Math.max(24, Math.abs(next.y - y) / 2);
    const curve = `C ${x},${y + reach} ${next.x},${next.y - reach} ${next.x},${next.y}`;
    ({ x, y } = next);
    return curve;
  });
  return `M ${first.x},${first.y} ${curves.join(' ')}`;
}
