import { LongText } from '@portico/browser-kit/markdown/long-text';
import { useMarkdown } from '@portico/browser-kit/markdown/use-markdown';
import { h, type RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useMarkdownContext } from './use-markdown-context.tsx';

export interface OutputViewProps {
  text: string;
  isWriting: boolean;
  view: RefObject<HTMLDivElement | null>;
}

/** Milliseconds between two renderings of a text that is being written. */
const pauseMs = 80;

/** A Markdown text. The renderer is loaded with the first output; until then the plain text is shown. */
export function OutputView({ text, isWriting, view }: OutputViewProps) {
  const Markdown = useMarkdown();
  const shown = usePaced(text, isWriting);
  const context = useMarkdownContext();
  const className = Markdown === null ? 'prose prose-bare' : 'prose';
  return (
    <div ref={view} class={isWriting ? `${className} prose-writing` : className}>
      {Markdown === null ? <LongText text={shown} /> : h(Markdown, { source: shown, isStreaming: isWriting, context })}
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
