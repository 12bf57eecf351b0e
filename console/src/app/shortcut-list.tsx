import type { ComponentChildren } from 'preact';
import { useSayText, useTexts } from '../text/use-texts.ts';
import { Dialog } from '../ui/dialog.tsx';
import { uiTexts } from '../ui/texts.ts';
import { modifierKey } from './modifier-key.ts';
import type { Screen } from './screen.ts';
import { appTexts } from './texts.ts';

export default function ShortcutList({ screens, onClose }: { screens: readonly Screen[]; onClose: () => void }) {
  const say = useTexts(appTexts);
  const sayUi = useTexts(uiTexts);
  const sayText = useSayText();
  const isShown = (name: string) => screens.some((screen) => screen.name === name);
  return (
    <Dialog open onClose={onClose} title={say('shortcuts')}>
      <dl class="shortcuts">
        <Shortcut what={say('openSearch')}>
          <kbd>{modifierKey}</kbd> <kbd>K</kbd> {say('orKey')} <kbd>/</kbd>
        </Shortcut>
        {screens.map(({ name, title, shortcut }) => (
          <Shortcut key={name} what={sayUi('openScreen', { title: sayText(title) })}>
            <kbd>g</kbd> {say('thenKey')} <kbd>{shortcut}</kbd>
          </Shortcut>
        ))}
        <Shortcut what={say('nextRow')}>
          <kbd>j</kbd> {say('orKey')} <kbd>k</kbd>
        </Shortcut>
        {isShown('conversations') ? (
          <>
            <Shortcut what={say('writeReply')}>
              <kbd>r</kbd>
            </Shortcut>
            <Shortcut what={say('writeNote')}>
              <kbd>n</kbd>
            </Shortcut>
            <Shortcut what={say('closeConversation')}>
              <kbd>e</kbd>
            </Shortcut>
          </>
        ) : null}
        {isShown('workflows') ? (
          <>
            <Shortcut what={say('undoNodes')}>
              <kbd>{modifierKey}</kbd> <kbd>Z</kbd>
            </Shortcut>
            <Shortcut what={say('redoNodes')}>
              <kbd>⇧</kbd> <kbd>{modifierKey}</kbd> <kbd>Z</kbd>
            </Shortcut>
            <Shortcut what={say('deleteNodes')}>
              <kbd>⌫</kbd>
            </Shortcut>
            <Shortcut what={say('copyNodes')}>
              <kbd>{modifierKey}</kbd> <kbd>C</kbd> {say('orKey')} <kbd>X</kbd> {say('orKey')} <kbd>V</kbd>
            </Shortcut>
          </>
        ) : null}
        <Shortcut what={say('saveForm')}>
          <kbd>{modifierKey}</kbd> <kbd>S</kbd>
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
