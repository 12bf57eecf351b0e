import { useLayoutEffect, useRef } from 'preact/hooks';
import { useTexts } from '../text/use-texts.ts';
import { Button } from '../ui/button.tsx';
import { uiTexts } from '../ui/texts.ts';
import { useConflictText } from './use-conflict-text.ts';

interface SaveBarProps {
  failure: string | undefined;
  /** The names of what somebody else has changed, too: saving replaces it. */
  conflicts: readonly string[];
  busy: boolean;
  onDiscard: () => void;
  /** The bar goes, and its button had the keyboard's focus. */
  onFocusLost: () => void;
}

/** Appears with the first change. */
export function SaveBar({ failure, conflicts, busy, onDiscard, onFocusLost }: SaveBarProps) {
  const say = useTexts(uiTexts);
  const [saveButton, watchFocus] = useFocusOfBar(busy, onFocusLost);
  const warning = useConflictText(conflicts);
  const urgent = failure ?? warning?.text;
  return (
    <div class="save-bar" role="region" aria-label={say('unsaved')} {...watchFocus}>
      <span
        class={urgent === undefined ? 'save-bar-text' : 'save-bar-text fault'}
        role={urgent === undefined ? undefined : 'alert'}
      >
        {urgent ?? say('unsaved')}
      </span>
      <Button look="quiet" onClick={onDiscard} disabled={busy}>
        {say('discard')}
      </Button>
      <Button ref={saveButton} type="submit" look="primary" busy={busy}>
        {warning === undefined ? say('save') : warning.action}
      </Button>
    </div>
  );
}

/**
 * Browsers drop the focus with a button that is disabled or removed, and who works with the keyboard would begin again
 * at the top of the page. A pointer's press leaves nothing to return to, and must not open a phone's keyboard.
 */
function useFocusOfBar(busy: boolean, onFocusLost: () => void) {
  const saveButton = useRef<HTMLButtonElement>(null);
  const hasKeyboard = useRef(false);
  const lost = useRef(onFocusLost);
  lost.current = onFocusLost;
  useLayoutEffect(() => {
    if (!busy && hasKeyboard.current && isNowhere()) saveButton.current?.focus();
  }, [busy]);
  useLayoutEffect(
    () => () => {
      const isHere = saveButton.current?.parentElement?.contains(document.activeElement) === true;
      if (hasKeyboard.current && (isHere || isNowhere())) lost.current();
    },
    [],
  );
  const watchFocus = {
    onFocusIn: ({ target }: FocusEvent) => {
      hasKeyboard.current = target instanceof Element && target.matches(':focus-visible');
    },
    onFocusOut: ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null) hasKeyboard.current = false;
    },
  };
  return [saveButton, watchFocus] as const;
}

function isNowhere(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}
