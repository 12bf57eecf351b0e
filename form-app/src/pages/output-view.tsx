import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { MarkdownView } from '../output/markdown-view.ts';
import { useTexts } from '../text/texts-context.ts';

export interface OutputViewProps {
  text: string;
  isWriting: boolean;
  view: RefObject<HTMLDivElement | null>;
}

/** Milliseconds between two drawings of a text that is being written. */
const pause = 80;

/** A markdown text. Parser and sanitiser are loaded with the first output; until then the bare text stands there. */
export function OutputView({ text, isWriting, view }: OutputViewProps) {
  const texts = useTexts();
  const markdown = useRef<MarkdownView | null>(null);
  const [isLoaded, setLoaded] = useState(false);
  const lastDrawn = useRef(0);

  useEffect(() => {
    let isGone = false;
    void import('../output/markdown-view.ts').then(
      ({ createMarkdownView }) => {
        if (isGone || view.current === null) return;
        view.current.replaceChildren();
        markdown.current = createMarkdownView(view.current, texts);
        setLoaded(true);
      },
      // Without the chunk the bare text stays.
      () => undefined,
    );
    return () => {
      isGone = true;
      markdown.current?.close();
    };
  }, [view, texts]);

  useEffect(() => {
    if (markdown.current === null) {
      if (view.current !== null) view.current.textContent = text;
      return undefined;
    }
    const draw = () => {
      lastDrawn.current = performance.now();
      markdown.current?.update(text);
    };
    const wait = isWriting ? lastDrawn.current + pause - performance.now() : 0;
    if (wait <= 0) {
      draw();
      return undefined;
    }
    const timer = setTimeout(draw, wait);
    return () => clearTimeout(timer);
  }, [text, isWriting, isLoaded, view]);

  // The view fills this element by itself: to Preact it has no children, so it never touches them.
  const className = isLoaded ? 'prose' : 'prose prose-bare';
  return <div ref={view} class={isWriting ? `${className} prose-writing` : className} />;
}
