import { CircleAlert, TriangleAlert } from 'lucide-react';
import { useMemo, useRef } from 'preact/hooks';
import { useTexts } from '../../../text/use-texts.ts';
import { moveFocus } from '../../../ui/move-focus.ts';
import type { DraftEdge, DraftNode } from '../graph/draft.ts';
import { orderNodes } from '../graph/order.ts';
import { findKind, summaryOf } from '../nodes/node-kinds.ts';
import { useNodeTitle } from '../nodes/use-node-title.ts';
import { TraceBadge } from '../run/trace-badge.tsx';
import { useEditor } from './editor-context.ts';
import { editorTexts } from './texts.ts';
import { useBranchTitle } from './use-branch-title.ts';

/** The nodes in their order: for phones, for the keyboard, and for screen readers. */
export function NodeList() {
  const say = useTexts(editorTexts);
  const { draft } = useEditor();
  const list = useRef<HTMLOListElement>(null);
  const nodes = useMemo(() => {
    const byId = new Map(draft.nodes.map((node) => [node.id, node]));
    return orderNodes(draft).ids.flatMap((id) => byId.get(id) ?? []);
  }, [draft]);
  const incoming = useMemo(() => Map.groupBy(draft.edges, ({ to }) => to), [draft]);
  return (
    <ol
      ref={list}
      class="node-rows"
      aria-label={say('nodes')}
      onKeyDown={(event) => moveFocus(event, list.current, 'button')}
    >
      {nodes.map((node) => (
        <NodeRow key={node.id} node={node} edges={incoming.get(node.id) ?? []} />
      ))}
    </ol>
  );
}

/** A row names as many nodes before it. */
const maxNamed = 3;

function NodeRow({ node, edges }: { node: DraftNode; edges: readonly DraftEdge[] }) {
  const say = useTexts(editorTexts);
  const titleOf = useNodeTitle();
  const branchTitle = useBranchTitle();
  const { draft, node: open, select, faults, trace } = useEditor();
  const kind = findKind(node.type);
  const Icon = kind?.icon;
  const own = trace === undefined ? faults.of(node.id) : [];
  const problem = own.find(({ isWarning }) => !isWarning) ?? own[0];
  const names = edges.slice(0, maxNamed).map(({ from, on }) => {
    const source = draft.nodes.find(({ id }) => id === from);
    const name = source === undefined ? from : titleOf(source);
    return on === undefined ? name : say('branchOf', { name, branch: branchTitle(on) });
  });
  const more = edges.length > maxNamed ? ' …' : '';
  return (
    <li>
      <button
        type="button"
        class="node-row"
        aria-current={open?.id === node.id}
        onClick={() => select(new Set([node.id]))}
      >
        <span class={`node-icon node-icon-${kind?.group ?? 'unknown'}`} aria-hidden="true">
          {Icon === undefined ? '?' : <Icon size={16} />}
        </span>
        <span class="node-row-body">
          <span class="node-row-words">
            <span class="node-row-title" dir="auto">
              {titleOf(node)}
            </span>
            <span class="meta node-row-summary" dir="auto">
              {summaryOf(node)}
            </span>
            <span class="meta">
              {names.length === 0 ? say('startsHere') : say('after', { names: names.join(', ') + more })}
            </span>
            {problem === undefined ? null : (
              <span class={problem.isWarning ? 'problem problem-warning' : 'problem'}>
                {problem.isWarning ? (
                  <TriangleAlert size={14} aria-hidden="true" />
                ) : (
                  <CircleAlert size={14} aria-hidden="true" />
                )}
                <span>{problem.text}</span>
              </span>
            )}
          </span>
          {trace === undefined ? null : <TraceBadge trace={trace.get(node.id)} />}
        </span>
      </button>
    </li>
  );
}
