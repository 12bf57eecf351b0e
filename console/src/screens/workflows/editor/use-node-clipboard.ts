import { useLayoutEffect } from 'preact/hooks';
import { useTexts } from '../../../text/use-texts.ts';
import { uiTexts } from '../../../ui/texts.ts';
import { useToaster } from '../../../ui/toaster.tsx';
import { copyNodes, pasteNodes, readNodes } from '../graph/clipboard.ts';
import { removeNodes } from '../graph/edits.ts';
import type { Editor } from './editor-context.ts';
import { editorTexts } from './texts.ts';

/** ⌘C, ⌘X and ⌘V (Ctrl) copy, cut and paste nodes as JSON, unless text is selected or typed. */
export function useNodeClipboard({ draft, selected, readOnly, edit, select }: Editor): void {
  const say = useTexts(editorTexts);
  const sayUi = useTexts(uiTexts);
  const toaster = useToaster();
  // Before the next key: the previous listener would act on the previous selection.
  useLayoutEffect(() => {
    const copy = (event: ClipboardEvent) => {
      if (selected.size === 0 || isText(event.target) || getSelection()?.isCollapsed === false) return;
      event.preventDefault();
      event.clipboardData?.setData('text/plain', copyNodes(draft, selected));
      if (event.type === 'cut' && !readOnly) {
        edit((before) => removeNodes(before, selected));
        select(new Set());
      } else toaster.done(sayUi('copied'));
    };
    const paste = (event: ClipboardEvent) => {
      if (readOnly || isText(event.target)) return;
      const text = event.clipboardData?.getData('text/plain') ?? '';
      const copied = readNodes(text);
      if (copied === undefined) {
        // Any other text was probably not meant for the nodes.
        if (/^\s*\{(?!\{)/.test(text)) toaster.failed(say('notNodes'));
        return;
      }
      event.preventDefault();
      const pasted = pasteNodes(draft, copied);
      edit(() => pasted.draft);
      select(new Set(pasted.ids));
      toaster.done(say('pasted', { count: pasted.ids.length }));
    };
    addEventListener('copy', copy);
    addEventListener('cut', copy);
    addEventListener('paste', paste);
    return () => {
      removeEventListener('copy', copy);
      removeEventListener('cut', copy);
      removeEventListener('paste', paste);
    };
  }, [draft, selected, readOnly, edit, select, say, sayUi, toaster]);
}

/** In a field or a dialog, these keys belong to the text. */
function isText(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [role="dialog"]') !== null;
}
