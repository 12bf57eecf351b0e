import { Markdown } from '@portico/browser-kit/markdown';
import { useMemo } from 'preact/hooks';
import { useTexts } from '../text/use-texts.ts';
import { CopyButton } from './copy-button.tsx';
import { uiTexts } from './texts.ts';
import './markdown-text.css';

interface Props {
  text: string;
  isStreaming?: boolean;
  /** A line break inside a paragraph is a space, as in a Markdown file. */
  isWrapped?: boolean;
}

/** An agent's text, as visitors see it, or a passage of a document. */
export function MarkdownText({ text, isStreaming = false, isWrapped = false }: Props) {
  const say = useTexts(uiTexts);
  const context = useMemo(
    () => ({
      labels: { code: say('code'), table: say('table') },
      headingLevel: 3,
      CopyButton: CopyCode,
      isWrapped,
    }),
    [say, isWrapped],
  );
  return (
    <div class="markdown" dir="auto">
      <Markdown source={text} isStreaming={isStreaming} context={context} />
    </div>
  );
}

function CopyCode({ text }: { text: string }) {
  return <CopyButton text={text} iconOnly />;
}
