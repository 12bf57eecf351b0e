import { Markdown } from '@portico/browser-kit/markdown';
import { useMemo } from 'preact/hooks';
import { useTexts } from '../text/use-texts.ts';
import { CopyButton } from './copy-button.tsx';
import { uiTexts } from './texts.ts';
import './markdown-text.css';

/** An agent's text, as visitors see it. */
export function MarkdownText({ text, isStreaming = false }: { text: string; isStreaming?: boolean }) {
  const say = useTexts(uiTexts);
  const context = useMemo(
    () => ({
      labels: { code: say('code'), table: say('table') },
      headingLevel: 3,
      CopyButton: CopyCode,
    }),
    [say],
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
