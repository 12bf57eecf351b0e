import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Editor } from '../editor/editor-context.ts';
import type { Draft } from '../graph/draft.ts';
import type { Size } from '../graph/layers.ts';
import { completePlaces, followRenamed } from './complete-places.ts';
import { sizeOf } from './geometry.ts';
import { layoutDraft, toBranches, toCards, toPlaces, type BranchEdge, type CardNode, type Places } from './to-flow.ts';
import { usePlaces } from './use-places.ts';

interface Cards {
  readonly nodes: CardNode[];
  readonly branches: BranchEdge[];
  /** True if the member has chosen places. */
  readonly isMoved: boolean;
  /** Shows the cards elsewhere while they are dragged. */
  move(change: (cards: CardNode[]) => CardNode[]): void;
  /** Keeps all cards where they are, and these at their places. */
  keep(places: NonNullable<Places>): void;
  /** Arranges the cards automatically again. */
  tidy(): void;
}

/** The cards and lines of the shown definition, at their places. */
export function useCards({ draft, selected, trace, faults, workflowId, path }: Editor): Cards {
  const [kept, setPlaces] = usePlaces(workflowId, path);
  const draftBefore = useRef(draft);
  const places = useMemo(() => followRenamed(kept, draftBefore.current, draft), [kept, draft]);
  useEffect(() => {
    draftBefore.current = draft;
    if (places !== kept) setPlaces(places);
  });
  const hasTrace = trace !== undefined;
  const shown = useMemo(
    () => (hasTrace ? null : completePlaces(draft, places, sizesOf(draft))),
    [draft, places, hasTrace],
  );
  const layout = useMemo(() => layoutDraft(draft, hasTrace), [draft, hasTrace]);
  const before = useRef<readonly CardNode[]>([]);
  const placed = useMemo(
    () => toCards({ draft, layout, places: shown, faults, trace }, before.current),
    [draft, layout, shown, faults, trace],
  );
  const [moved, setMoved] = useState<{ of: readonly CardNode[]; cards: CardNode[] }>();
  // Where the cards are dragged to counts until their places are given again.
  const cards = moved?.of === placed ? moved.cards : placed;
  useEffect(() => {
    before.current = placed;
  }, [placed]);
  const copies = useRef(new Map<string, CardNode>());
  const nodes = useMemo(() => markSelected(cards, selected, copies.current), [cards, selected]);
  const branches = useMemo(() => toBranches(draft, layout, shown), [draft, layout, shown]);
  return {
    nodes,
    branches,
    isMoved: places !== null && !hasTrace,
    move: (change) => setMoved((now) => ({ of: placed, cards: change(now?.of === placed ? now.cards : [...placed]) })),
    keep: (next) => setPlaces({ ...toPlaces(cards), ...next }),
    tidy: () => setPlaces(null),
  };
}

function sizesOf(draft: Draft): (id: string) => Size {
  const byId = new Map(draft.nodes.map((node) => [node.id, node]));
  return (id) => {
    const node = byId.get(id);
    return node === undefined ? { width: 0, height: 0 } : sizeOf(node, false);
  };
}

/** Selected cards are copies; a copy is kept while its card is the same. */
function markSelected(
  cards: readonly CardNode[],
  selected: ReadonlySet<string>,
  copies: Map<string, CardNode>,
): CardNode[] {
  return cards.map((card) => {
    if (!selected.has(card.id)) return card;
    const copy = copies.get(card.id);
    if (copy !== undefined && copy.data === card.data && copy.position === card.position) return copy;
    const marked = { ...card, selected: true };
    copies.set(card.id, marked);
    return marked;
  });
}
