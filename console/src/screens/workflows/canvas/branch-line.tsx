import { BaseEdge, EdgeLabelRenderer, useStore, type EdgeProps } from '@xyflow/react';
import { Plus, X } from 'lucide-react';
import type { ComponentChildren } from 'preact';
import { memo } from 'preact/compat';
import { useTexts } from '../../../text/use-texts.ts';
import { IconButton } from '../../../ui/button.tsx';
import { useEditor } from '../editor/editor-context.ts';
import { editorTexts } from '../editor/texts.ts';
import { useBranchTitle } from '../editor/use-branch-title.ts';
import { disconnect } from '../graph/edits.ts';
import { drawPath, type BranchEdge } from './to-flow.ts';

/** A connection; the selected one has buttons that add a node in it, or remove it. */
export const BranchLine = memo(function BranchLine(props: EdgeProps<BranchEdge>) {
  const { sourceX, sourceY, targetX, targetY, data, selected = false, id, markerEnd } = props;
  const say = useTexts(editorTexts);
  const branchTitle = useBranchTitle();
  const { readOnly, edit, startAdding } = useEditor();
  const bends = data?.bends ?? [];
  const points = [{ x: sourceX, y: sourceY }, ...bends, { x: targetX, y: targetY - 4 }];
  const at = middleOf(points);
  const transform = `translate(-50%, -50%) translate(${at.x}px, ${at.y}px)`;
  const showsTools = selected && !readOnly && data !== undefined;
  return (
    <>
      <BaseEdge
        id={id}
        path={drawPath(points)}
        {...(markerEnd === undefined ? {} : { markerEnd })}
        interactionWidth={16}
      />
      {showsTools || data?.isLabelled === true ? (
        <EdgeLabelRenderer>
          <div class={`nodrag nopan ${data?.isLabelled ? 'branch-label' : 'branch-bare'}`} style={{ transform }}>
            {data?.isLabelled ? <span dir="auto">{branchTitle(data.edge.on)}</span> : null}
            {showsTools ? (
              <EdgeTools>
                <IconButton
                  class="button-small"
                  label={say('addBetween')}
                  icon={Plus}
                  onClick={() => startAdding({ edge: data.edge })}
                />
                <IconButton
                  class="button-small"
                  label={say('deleteEdge')}
                  icon={X}
                  onClick={() => edit((draft) => disconnect(draft, [data.edge]))}
                />
              </EdgeTools>
            ) : null}
          </div>
        </EdgeLabelRenderer>
      ) : null}
    </>
  );
});

/** Buttons of the same size at any zoom. */
function EdgeTools({ children }: { children: ComponentChildren }) {
  const zoom = useStore(({ transform }) => transform[2]);
  return (
    <span class="branch-tools" style={{ scale: String(1 / zoom) }}>
      {children}
    </span>
  );
}

function middleOf(points: readonly { x: number; y: number }[]): { x: number; y: number } {
  const middle = points[Math.floor(points.length / 2)] ?? { x: 0, y: 0 };
  const before = points[Math.floor(points.length / 2) - 1] ?? middle;
  return points.length % 2 === 1 ? middle : { x: (middle.x + before.x) / 2, y: (middle.y + before.y) / 2 };
}
