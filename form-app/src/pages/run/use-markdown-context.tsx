import type { MarkdownContext } from '@portico/browser-kit/markdown/context';
import { useMemo } from 'preact/hooks';
import { copyText } from '@portico/browser-kit/clipboard';
import { useTexts } from '../../text/texts-context.ts';
import { useFlash } from '../../ui/use-flash.ts';

/** A result may be very long; beyond this it is shown as plain text. */
const maxCharacters = 500_000;

/**
 * The context of a Markdown text below a heading of the second level; `drawText` draws its plain text, and in a wrapped
 * text line breaks inside a paragraph are spaces.
 */
export function useMarkdownContext(drawText?: MarkdownContext['drawText'], isWrapped = false): MarkdownContext {
  const texts = useTexts();
  return useMemo<MarkdownContext>(
    () => ({
      labels: { code: texts.say('codeBlock'), table: texts.say('table') },
      headingLevel: 2,
      CopyButton: CopyCode,
      maxCharacters,
      isWrapped,
      ...(drawText && { drawText, CodeText: ({ text }) => <>{drawText(text)}</> }),
    }),
    [texts, drawText, isWrapped],
  );
}

/** Copies the code of a block and confirms it. */
function CopyCode({ text }: { text: string }) {
  const texts = useTexts();
  const [flash, show] = useFlash();
  const copy = async () => show((await copyText(text)) ? 'copied' : 'copyFailed');
  return (
    <button type="button" class="code-copy" onClick={() => void copy()}>
      {texts.say(flash ?? 'codeCopy')}
    </button>
  );
}
