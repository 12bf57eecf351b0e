import { copyText } from '@portico/browser-kit/clipboard';
import { pathOf, readRoute } from '../../store/route.ts';
import { useTexts } from '../../text/texts-context.ts';
import { useFlash } from '../../ui/use-flash.ts';

/** Copies the run's own address to the clipboard. */
export function CopyLink({ id }: { id: string }) {
  const texts = useTexts();
  const [flash, show] = useFlash();
  const copy = async () => {
    const slug = readRoute(location.pathname)?.slug ?? '';
    const address = location.origin + pathOf({ slug, submissionId: id });
    show((await copyText(address)) ? 'linkCopied' : 'copyFailed');
  };
  return (
    <button type="button" class="link" onClick={() => void copy()}>
      {texts.say(flash ?? 'copyLink')}
    </button>
  );
}
