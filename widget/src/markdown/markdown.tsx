import { memo } from './memo.ts';
import type { Token } from 'marked';
import { useRef } from 'preact/hooks';
import { createMarkdownParser, LONGEST_MARKDOWN } from './parse.ts';
import { stripBidiControls } from './plain-text.ts';
import { renderTokens } from './render.tsx';
import type { RenderContext } from './render.tsx';

interface Props {
  source: string;
  isStreaming: boolean;
  context: RenderContext;
}

const Block = memo(({ token, context }: { token: Token; context: RenderContext }) => (
  <>{renderTokens([token], context)}</>
));

/** A reply's text. Blocks that are finished keep their elements while the rest streams in. */
export function Markdown({ source, isStreaming, context }: Props) {
  const parser = useRef(createMarkdownParser());
  if (source.length > LONGEST_MARKDOWN) return <div class="plain">{stripBidiControls(source)}</div>;
  const tokens = parser.current(source, !isStreaming);
  return (
    <>
      {tokens.map((token, index) => (
        <Block key={index} token={token} context={context} />
      ))}
    </>
  );
}
