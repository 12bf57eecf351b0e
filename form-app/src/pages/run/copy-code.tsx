import { copyText } from '@portico/browser-kit/clipboard';
import { useTexts } from '../../text/texts-context.ts';
import { useFlash } from '../../ui/use-flash.ts';

/** Copies the code of a block and says so. */
export function CopyCode({ text }: { text: string }) {
  const texts = useTexts();
  const [flash, show] = useFlash();
  const copy = async () => show((await copyText(text)) ? 'copied' : 'copyFailed');
  return (
    <button type="button" class="code-copy" onClick={() => void copy()}>
      {texts.say(flash ?? 'codeCopy')}
    </button>
  );
}
