import type { MarkdownContext } from '@portico/browser-kit/markdown/context';
import { useMarkdown } from '@portico/browser-kit/markdown/use-markdown';
import { h, type RefObject } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { copyText } from '@portico/browser-kit/clipboard';
import { useTexts } from '../../text/texts-context.ts';
import { useFlash } from '../../ui/use-flash.ts';

export interface OutputViewProps {
  text: string;
  isWriting: boolean;
  view: RefObject<HTMLDivElement | null>;
}

/** Milliseconds between two renderings of a text that is being written. */
const pauseMs = 80;
/** A result may be very long; beyond this it is shown as plain text. */
const maxCharacters = 500_000;

/** A Markdown text. The renderer is loaded with the first output; until then the plain text is shown. */
export function OutputView({ text, isWriting, view }: OutputViewProps) {
  const texts = useTexts();
  const Markdown = useMarkdown();
  const shown = usePaced(text, isWriting);
  const context = useMemo<MarkdownContext>(
    () => ({
      labels: { code: texts.say('codeBlock'), table: texts.say('table') },
      // The heading above an output is an h2.
      headingLevel: 2,
      CopyButton: CopyCode,
      maxCharacters,
    }),
    [texts],
  );
  const className = Markdown === null ? 'prose prose-bare' : 'prose';
  return (
    <div ref={view} class={isWriting ? `${className} prose-writing` : className}>
      {Markdown === null ? shown : h(Markdown, { source: shown, isStreaming: isWriting, context })}
    </div>
  );
}

/** The text, updated at most every `pauseMs` while it is being written. */
function usePaced(text: string, isWriting: boolean): string {
  const [shown, setShown] = useState(text);
  const lastAt = useRef(0);
  useEffect(() => {
    const show = () => {
      lastAt.current = performance.now();
      setShown(text);
    };
    const timer = setTimeout(show, Math.max(0, lastAt.current + pauseMs - performance.now()));
    return () => clearTimeout(timer);
  }, [text]);
  return isWriting ? shown : text;
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
