import { useTexts } from '../../../text/use-texts.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { useNodeTitle } from '../nodes/use-node-title.ts';
import { NodeRunPanel } from '../run/node-run-panel.tsx';
import { useEditor } from './editor-context.ts';
import { GroupPanel } from './group-panel.tsx';
import { NodePanel } from './node-panel.tsx';
import { OverviewPanel } from './overview-panel.tsx';
import { editorTexts } from './texts.ts';

/** What belongs to the selection: beside the nodes, or over them on a narrow screen. */
export function SidePanel({ isNarrow }: { isNarrow: boolean }) {
  const say = useTexts(editorTexts);
  const titleOf = useNodeTitle();
  const { node, adding, select, startAdding } = useEditor();
  if (!isNarrow) {
    return (
      <aside class="editor-panel" tabIndex={-1} aria-label={node === undefined ? say('nodes') : titleOf(node)}>
        <PanelContent isNarrow={isNarrow} />
      </aside>
    );
  }
  const isOpen = node !== undefined || adding !== null;
  return (
    <>
      {isOpen ? (
        <Dialog
          open
          side
          title={node !== undefined && adding === null ? titleOf(node) : say('addNode')}
          onClose={() => (adding === null ? select(new Set()) : startAdding(null))}
        >
          <PanelContent isNarrow={isNarrow} />
        </Dialog>
      ) : (
        <div class="editor-below" tabIndex={-1}>
          <PanelContent isNarrow={isNarrow} />
        </div>
      )}
    </>
  );
}

function PanelContent({ isNarrow }: { isNarrow: boolean }) {
  const { node, adding, trace, selected } = useEditor();
  if (trace !== undefined) return <NodeRunPanel node={node} />;
  if (adding !== null || (node === undefined && selected.size === 0)) return <OverviewPanel isNarrow={isNarrow} />;
  // A form for each node: what a field keeps on the screen belongs to its node.
  return node === undefined ? <GroupPanel /> : <NodePanel key={node.id} node={node} />;
}
