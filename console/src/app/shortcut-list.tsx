import type { ComponentChildren } from 'preact';
import { useSayText, useTexts } from '../text/use-texts.ts';
import { Dialog } from '../ui/dialog.tsx';
import type { Screen } from './screen.ts';
import { appTexts } from './texts.ts';

const isApple = /Mac|iP(hone|ad)/.test(navigator.userAgent);

export default function ShortcutList({ screens, onClose }: { screens: readonly Screen[]; onClose: () => void }) {
  const say = useTexts(appTexts);
  const sayText = useSayText();
  return (
    <Dialog open onClose={onClose} title={say('shortcuts')}>
      <dl class="shortcuts">
        <Shortcut what={say('openSearch')}>
          <kbd>{isApple ? '⌘' : 'Ctrl'}</kbd> <kbd>K</kbd>
        </Shortcut>
        {screens.map(({ name, title, shortcut }) => (
          <Shortcut key={name} what={say('openScreen', { title: sayText(title) })}>
            <kbd>g</kbd> {say('thenKey')} <kbd>{shortcut}</kbd>
          </Shortcut>
        ))}
        <Shortcut what={say('nextRow')}>
          <kbd>j</kbd> <kbd>k</kbd>
        </Shortcut>
        <Shortcut what={say('saveForm')}>
          <kbd>{isApple ? '⌘' : 'Ctrl'}</kbd> <kbd>S</kbd>
        </Shortcut>
        <Shortcut what={say('close')}>
          <kbd>Esc</kbd>
        </Shortcut>
        <Shortcut what={say('showShortcuts')}>
          <kbd>?</kbd>
        </Shortcut>
      </dl>
    </Dialog>
  );
}

function Shortcut({ what, children }: { what: string; children: ComponentChildren }) {
  return (
    <div class="shortcut">
      <dt>{what}</dt>
      <dd>{children}</dd>
    </div>
  );
}
