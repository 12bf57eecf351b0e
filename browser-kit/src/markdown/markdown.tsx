export { warmUp } from './parse.ts';
import type { Token, Tokens } from 'marked';
import { useRef } from 'preact/hooks';
import type { MarkdownContext } from './context.ts';
import { LongText } from './long-text.tsx';
import { memo } from './memo.ts';
import { createMarkdownParser } from './parse.ts';
import { levelOf, renderTokens } from './render.tsx';

export type { MarkdownContext } from './context.ts';

interface Props {
  source: string;
  isStreaming: boolean;
  context: MarkdownContext;
}

/** Longer texts are shown as they are: nobody reads 100,000 characters of layout, and a frozen page helps nobody. */
const defaultMaxCharacters = 100_000;
/** Nobody reads more blocks than this; those that follow cost no elements. */
const maxBlocks = 2_000;

const Block = memo(({ token, context, level }: { token: Token; context: MarkdownContext; level: number }) => (
  <>{renderTokens([token], context, level)}</>
));

/** A Markdown text that may still grow. Blocks that are finished keep their elements while the rest streams in. */
export function Markdown({ source, isStreaming, context }: Props) {
  const parser = useRef(createMarkdownParser());
  if (source.length > (context.maxCharacters ?? defaultMaxCharacters)) return <LongText text={source} />;
  const tokens = parser.current(source, !isStreaming);
  const rest = tokens.slice(maxBlocks);
  let level = context.headingLevel;
  return (
    <>
      {tokens.slice(0, maxBlocks).map((token, index) => {
        const before = level;
        if (token.type === 'heading' && token['text'] !== '') level = levelOf(token as Tokens.Heading, context, level);
        return <Block key={index} token={token} context={context} level={before} />;
      })}
      {rest.length > 0 && <LongText text={rest.map(({ raw }) => raw).join('')} />}
    </>
  );
}
