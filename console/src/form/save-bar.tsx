import { useTexts } from '../text/use-texts.ts';
import { Button } from '../ui/button.tsx';
import { uiTexts } from '../ui/texts.ts';

interface SaveBarProps {
  failure: string | undefined;
  busy: boolean;
  onDiscard: () => void;
}

/** Appears with the first change. */
export function SaveBar({ failure, busy, onDiscard }: SaveBarProps) {
  const say = useTexts(uiTexts);
  return (
    <div class="save-bar" role="region" aria-label={say('unsaved')}>
      <span
        class={failure === undefined ? 'save-bar-text' : 'save-bar-text fault'}
        role={failure === undefined ? undefined : 'alert'}
      >
        {failure ?? say('unsaved')}
      </span>
      <Button look="quiet" onClick={onDiscard} disabled={busy}>
        {say('discard')}
      </Button>
      <Button type="submit" look="primary" busy={busy}>
        {say('save')}
      </Button>
    </div>
  );
}
