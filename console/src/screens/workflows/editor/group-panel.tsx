import { copyText } from '@portico/browser-kit/clipboard';
import { Copy, Trash2 } from 'lucide-react';
import { useTexts } from '../../../text/use-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { uiTexts } from '../../../ui/texts.ts';
import { useToaster } from '../../../ui/toaster.tsx';
import { copyNodes } from '../graph/clipboard.ts';
import { removeNodes } from '../graph/edits.ts';
import { useEditor } from './editor-context.ts';
import { editorTexts } from './texts.ts';

/** What can be done with several nodes. */
export function GroupPanel() {
  const say = useTexts(editorTexts);
  const sayUi = useTexts(uiTexts);
  const toaster = useToaster();
  const { draft, selected, readOnly, edit, select } = useEditor();
  const count = selected.size;
  const copy = async () => {
    const isDone = await copyText(copyNodes(draft, selected));
    if (isDone) toaster.done(sayUi('copied'));
    else toaster.failed(sayUi('notCopied'));
  };
  return (
    <div class="stack">
      <h2>{say('selected', { count })}</h2>
      <div class="line">
        <Button icon={Copy} onClick={() => void copy()}>
          {say('copy')}
        </Button>
        {readOnly ? null : (
          <Button
            icon={Trash2}
            onClick={() => {
              edit((before) => removeNodes(before, selected));
              select(new Set());
              toaster.done(say('deleted', { count }));
            }}
          >
            {say('deleteNodes')}
          </Button>
        )}
      </div>
    </div>
  );
}
