import { copyText } from '@portico/browser-kit/clipboard';
import { useTexts } from '../text/texts-context.ts';
import { useFlash } from './use-flash.ts';

/** Puts the run's own address on the clipboard. */
export function CopyLink() {
  const texts = useTexts();
  const [flash, show] = useFlash();
  const copy = async () => {
    const address = location.origin + location.pathname;
    show((await copyText(address)) ? 'linkCopied' : 'copyFailed');
  };
  return (
    <button type="button" class="link" onClick={() => void copy()}>
      {texts.say(flash ?? 'copyLink')}
    </button>
  );
}
