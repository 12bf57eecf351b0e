import type { MarkdownContext } from '@portico/browser-kit/markdown/context';
import { useMemo } from 'preact/hooks';
import type { FunctionComponent } from 'preact';
import { fill } from '../locales/load-texts.ts';
import { stripBidiControls } from '@portico/browser-kit/markdown/plain-text';
import type { Citation } from '../types.ts';
import { usePanel } from './context.ts';
import { CodeText } from './code-text.tsx';
import { CopyButton } from './copy-button.tsx';
import { lazy } from './lazy.ts';

interface Props {
  source: string;
  isStreaming: boolean;
  citations?: readonly Citation[];
  /** Whether sources are shown at all. */
  hasSources?: boolean;
  /** A line break inside a paragraph is a space, as in a Markdown file. */
  isWrapped?: boolean;
}

type Renderer = FunctionComponent<{ source: string; isStreaming: boolean; context: MarkdownContext }>;

/** The renderer is a separate chunk: the composer is usable before it is loaded. */
const renderer = lazy<Renderer>(async () => {
  const { Markdown, warmUp } = await import('@portico/browser-kit/markdown');
  void warmUp();
  return Markdown;
});
export const loadMarkdown = renderer.load;

/** The panel's title is an h2. */
const headingLevel = 2;

const none: readonly Citation[] = [];

/** A reply's text as Markdown; as plain text until the renderer is loaded. */
export function MarkdownView({ source, isStreaming, citations = none, hasSources = false, isWrapped }: Props) {
  const { texts, sheet } = usePanel();
  const labels = texts.value;
  const isPending = isStreaming && citations.length === 0 && hasSources;
  const context = useMemo<MarkdownContext>(
    () => ({
      labels,
      headingLevel,
      CopyButton,
      CodeText,
      isWrapped,
      citations: {
        count: isPending ? 99 : citations.length,
        isPending,
        open(index) {
          const citation = citations[index];
          if (citation) sheet.value = { kind: 'citation', citation, number: index + 1 };
        },
        label: (n) => fill(labels.source, { n }),
      },
    }),
    [citations, isPending, isWrapped, labels, sheet],
  );
  const Markdown = renderer.part.value;
  if (!Markdown) {
    void loadMarkdown();
    return <div class="plain">{stripBidiControls(source)}</div>;
  }
  return <Markdown source={source} isStreaming={isStreaming} context={context} />;
}
