import { Suspense, lazy } from 'preact/compat';
import { useLayoutEffect, useState } from 'preact/hooks';
import { isComposing } from '@portico/browser-kit/is-composing';
import type { Screen } from './screen.ts';

export const loadCommandMenu = async () => import('./command-menu.tsx');
const CommandMenu = lazy(loadCommandMenu);

/** ⌘K while it is open: the menu, and until its code is loaded and its field has the focus, what is typed for it. */
export function CommandSearch({ screens, onClose }: { screens: readonly Screen[]; onClose: () => void }) {
  const [search, setSearch] = useState('');
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (isComposing(event)) {
        // It discards a word, and would also close the dialog of the menu.
        if (event.key === 'Escape') event.stopImmediatePropagation();
        return;
      }
      if (event.target instanceof Element && event.target.closest('.command-box') !== null) return;
      const isText = /^.$/u.test(event.key) && !isCommand(event);
      if (!isText && !['Backspace', 'Enter', 'Escape'].includes(event.key)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (event.key === 'Escape') onClose();
      else if (event.key === 'Backspace') setSearch((before) => before.replace(/.$/su, ''));
      else if (isText) setSearch((before) => before + event.key);
    };
    addEventListener('keydown', onKeyDown, { capture: true });
    return () => removeEventListener('keydown', onKeyDown, { capture: true });
  }, [onClose]);
  return (
    <Suspense fallback={null}>
      <CommandMenu screens={screens} search={search} onSearch={setSearch} onClose={onClose} />
    </Suspense>
  );
}

/** AltGr, which writes letters such as @, is reported as Ctrl and Alt by some systems. */
function isCommand(event: KeyboardEvent): boolean {
  return (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph');
}
