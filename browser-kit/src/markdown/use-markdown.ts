import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { MarkdownContext } from './context.ts';

type Markdown = FunctionComponent<{ source: string; isStreaming: boolean; context: MarkdownContext }>;

/** The renderer, loaded when the first text is shown; null until its code is loaded, and if it can't be. */
export function useMarkdown(): Markdown | null {
  const [found, setFound] = useState<{ Markdown: Markdown } | null>(null);
  useEffect(() => {
    let isGone = false;
    import('./markdown.tsx').then(
      (module) => isGone || setFound(module),
      // Without the chunk the plain text stays.
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, []);
  return found?.Markdown ?? null;
}
