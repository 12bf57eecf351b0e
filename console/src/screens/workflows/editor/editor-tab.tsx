import { Workflow } from 'lucide-react';
import type { ComponentChildren } from 'preact';
import { Suspense } from 'preact/compat';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { useTexts } from '../../../text/use-texts.ts';
import { lazyView } from '../../../ui/lazy-view.tsx';
import { EmptyState, Skeleton } from '../../../ui/states.tsx';
import { useEditor } from './editor-context.ts';
import { EditorBar } from './editor-bar.tsx';
import { focusPanel } from './focus-panel.ts';
import { NodeList } from './node-list.tsx';
import { SidePanel } from './side-panel.tsx';
import { editorTexts } from './texts.ts';
import { useNarrow } from './use-narrow.ts';
import { useNodeClipboard } from './use-node-clipboard.ts';
import { usePlace } from './use-place.ts';
import { useUndoKeys } from './use-undo-keys.ts';

/** The largest part of the screen's code, and not needed for lists. */
const Canvas = lazyView(async () => import('../canvas/canvas.tsx'));

/** The nodes of the workflow, or of a loop in it, and the form of the open one. */
export function EditorTab() {
  const editor = useEditor();
  useNodeClipboard(editor);
  useUndoKeys(editor);
  return <NodesView bar={<EditorBar />} empty={<EmptyDefinition />} />;
}

interface NodesViewProps {
  bar: ComponentChildren;
  empty: ComponentChildren;
}

/** The nodes as a canvas or a list, with the panel beside them. */
export function NodesView({ bar, empty }: NodesViewProps) {
  const { draft } = useEditor();
  const isNarrow = useNarrow();
  const place = usePlace();
  const view = place.view ?? (isNarrow ? 'list' : 'canvas');
  const skeleton = useMemo(() => <Skeleton kind="rows" lines={6} />, []);
  const editor = useRef<HTMLDivElement>(null);
  // Read before the control that has the focus is removed, with its node or the form of it; nothing is rendered from it.
  // oxlint-disable-next-line react/refs
  const hadFocus = editor.current?.contains(document.activeElement) === true;
  useLayoutEffect(() => {
    if (hadFocus && document.activeElement === document.body) focusPanel(editor.current);
  });
  return (
    <div ref={editor} class="editor">
      {bar}
      <div class={isNarrow ? 'editor-body editor-narrow' : 'editor-body'}>
        <div class={`editor-nodes editor-${view}`}>
          {draft.nodes.length === 0 ? (
            empty
          ) : view === 'list' ? (
            <NodeList />
          ) : (
            <Suspense fallback={skeleton}>
              <Canvas />
            </Suspense>
          )}
        </div>
        <SidePanel isNarrow={isNarrow} />
      </div>
    </div>
  );
}

function EmptyDefinition() {
  const say = useTexts(editorTexts);
  const { readOnly } = useEditor();
  return (
    <EmptyState
      icon={Workflow}
      title={say(readOnly ? 'emptyReadOnly' : 'emptyTitle')}
      text={readOnly ? undefined : say('emptyText')}
    />
  );
}
