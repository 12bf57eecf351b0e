export { warmUp } from './parse.ts';
import { memo } from './memo.ts';
import type { Token } from 'marked';
import { useRef } from 'preact/hooks';
import { createMarkdownParser, LONGEST_MARKDOWN } from './parse.ts';
import { LongText } from './long-text.tsx';
import { renderTokens } from './render.tsx';
import type { RenderContext } from './render.tsx';

interface Props {
  source: string;
  isStreaming: boolean;
  context: RenderContext;
}

/** More blocks than this are no text to read; what comes after them costs no elements. */
const MOST_BLOCKS = 2_000;

const Block = memo(({ token, context }: { token: Token; context: RenderContext }) => (
  <>{renderTokens([token], context)}</>
));

/** A reply's text. Blocks that are finished keep their elements while the rest streams in. */
export function Markdown({ source, isStreaming, context }: Props) {
  const parser = useRef(createMarkdownParser());
  if (source.length > LONGEST_MARKDOWN) return <LongText text={source} />;
  const tokens = parser.current(source, !isStreaming);
  const rest = tokens.slice(MOST_BLOCKS);
  return (
    <>
      {tokens.slice(0, MOST_BLOCKS).map((token, index) => (
        <Block key={index} token={token} context={context} />
      ))}
      {rest.length > 0 && <LongText text={rest.map(({ raw }) => raw).join('')} />}
    </>
  );
}
