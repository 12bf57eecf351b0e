import { useState } from 'preact/hooks';
import { useStoredText } from '../../../form/use-stored-text.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { Field, TextArea } from '../../../ui/field.tsx';
import { uiTexts } from '../../../ui/texts.ts';
import { useToaster } from '../../../ui/toaster.tsx';
import { pasteNodes, readNodes } from '../graph/clipboard.ts';
import { useEditor } from './editor-context.ts';
import { editorTexts } from './texts.ts';

/** Adds nodes from their JSON: a browser lets a page read the clipboard only with ⌘V. */
export function PasteDialog({ onClose }: { onClose: () => void }) {
  const say = useTexts(editorTexts);
  const sayUi = useTexts(uiTexts);
  const toaster = useToaster();
  const { draft, edit, select, workflowId } = useEditor();
  const [text, setText] = useStoredText(`paste:${workflowId}`);
  const [isRejected, setRejected] = useState(false);
  const leave = () => {
    setText('');
    onClose();
  };
  const paste = () => {
    const copied = readNodes(text);
    setRejected(copied === undefined);
    if (copied === undefined) return;
    const pasted = pasteNodes(draft, copied);
    edit(() => pasted.draft);
    select(new Set(pasted.ids));
    toaster.done(say('pasted', { count: pasted.ids.length }));
    leave();
  };
  return (
    <Dialog open onClose={onClose} title={say('paste')} description={say('pasteHelp')} wide keepsOpen={text !== ''}>
      <Field label={say('pasteLabel')} error={isRejected ? say('notNodes') : undefined}>
        {(links) => (
          <TextArea
            {...links}
            dir="ltr"
            rows={10}
            class="input-code"
            spellcheck={false}
            value={text}
            onValue={setText}
          />
        )}
      </Field>
      <DialogActions>
        <Button onClick={leave}>{sayUi('cancel')}</Button>
        <Button look="primary" disabled={text.trim() === ''} onClick={paste}>
          {say('pasteAction')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
