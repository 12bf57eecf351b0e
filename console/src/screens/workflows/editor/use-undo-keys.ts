import { useLayoutEffect } from 'preact/hooks';
import type { Editor } from './editor-context.ts';

/** Fields that are not part of the definition. */
const elsewhere = 'input[type="search"], [role="dialog"]:not(:has(.node-form, .outputs))';

/** ⌘Z (Ctrl Z) undoes, ⇧⌘Z (Ctrl Y) does it again; also in a field, whose own history has no other changes. */
export function useUndoKeys({ undo, redo, readOnly }: Editor): void {
  useLayoutEffect(() => {
    if (readOnly) return undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.metaKey || event.ctrlKey) || event.altKey) return;
      const key = event.key.toLowerCase();
      const isRedo = (key === 'z' && event.shiftKey) || (key === 'y' && event.ctrlKey);
      if (key !== 'z' && !isRedo) return;
      if (event.target instanceof Element && event.target.closest(elsewhere) !== null) return;
      event.preventDefault();
      if (isRedo) redo();
      else undo();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [undo, redo, readOnly]);
}
