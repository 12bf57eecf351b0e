import { ClipboardPaste, List, Plus, Redo2, SquareDashedMousePointer, Undo2 } from 'lucide-react';
import { useState } from 'preact/hooks';
import { useTexts } from '../../../text/use-texts.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { branchesOf } from '../graph/branches.ts';
import { useEditor } from './editor-context.ts';
import { LoopTrail } from './loop-trail.tsx';
import { PasteDialog } from './paste-dialog.tsx';
import { editorTexts } from './texts.ts';
import { useNarrow } from './use-narrow.ts';
import { usePlace } from './use-place.ts';
import { useProblemCount } from './use-problem-count.ts';

/** The tools above the nodes. */
export function EditorBar() {
  const say = useTexts(editorTexts);
  const { draft, node, readOnly, canUndo, canRedo, undo, redo, select, startAdding } = useEditor();
  const [isPasting, setPasting] = useState(false);
  const problems = useProblemCount();
  const startAfter = () => {
    if (node === undefined) {
      startAdding({});
      return;
    }
    const used = new Set(draft.edges.filter(({ from }) => from === node.id).map(({ on = '' }) => on));
    const own = branchesOf(node).filter((name) => name !== 'error');
    const on = own.find((name) => !used.has(name)) ?? own[0];
    startAdding({ after: { from: node.id, ...(on === undefined ? {} : { on }) } });
  };
  return (
    <div class="editor-bar" role="toolbar" aria-label={say('tools')}>
      <LoopTrail />
      {readOnly ? null : (
        <>
          <Button icon={Plus} onClick={startAfter}>
            {say('addNode')}
          </Button>
          <IconButton label={say('undo')} icon={Undo2} disabled={!canUndo} onClick={undo} />
          <IconButton label={say('redo')} icon={Redo2} disabled={!canRedo} onClick={redo} />
          <IconButton label={say('paste')} icon={ClipboardPaste} onClick={() => setPasting(true)} />
        </>
      )}
      <span class="editor-space" />
      {problems.text === '' ? null : (
        <button
          type="button"
          class={problems.isWarning ? 'problem-count problem-count-warning' : 'problem-count'}
          onClick={() => select(new Set())}
        >
          {problems.text}
        </button>
      )}
      <ViewSwitch />
      {isPasting ? <PasteDialog onClose={() => setPasting(false)} /> : null}
    </div>
  );
}

/** A canvas to see, and a list to read. */
export function ViewSwitch() {
  const say = useTexts(editorTexts);
  const isNarrow = useNarrow();
  const place = usePlace();
  const view = place.view ?? (isNarrow ? 'list' : 'canvas');
  return (
    <div class="view-switch" role="group" aria-label={say('view')}>
      <IconButton
        label={say('canvas')}
        icon={SquareDashedMousePointer}
        aria-pressed={view === 'canvas'}
        onClick={() => place.show('canvas')}
      />
      <IconButton label={say('list')} icon={List} aria-pressed={view === 'list'} onClick={() => place.show('list')} />
    </div>
  );
}
