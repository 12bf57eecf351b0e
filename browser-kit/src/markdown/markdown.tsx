export { warmUp } from './parse.ts';
import type { Token, Tokens } from 'marked';
import { useRef } from 'preact/hooks';
import type { MarkdownContext } from './context.ts';
import { LongText } from './long-text.tsx';
import { memo } from './memo.ts';
import { createMarkdownParser } from './parse.ts';
import { enterHeading, renderTokens } from './render.tsx';

export type { MarkdownContext } from './context.ts';

interface Props {
  source: string;
  isStreaming: boolean;
  context: MarkdownContext;
}

/** Longer texts are shown as plain text: nobody reads 100,000 formatted characters, and they would freeze the page. */
const defaultMaxCharacters = 100_000;
/** Maximum blocks; nobody reads more, and the rest costs no elements. */
const maxBlocks = 2_000;

const Block = memo(({ token, context, path }: { token: Token; context: MarkdownContext; path: string }) => (
  <>{renderTokens([token], context, path)}</>
));

/** A Markdown text that may still grow. Finished blocks keep their elements while the rest is streamed. */
export function Markdown({ source, isStreaming, context }: Props) {
  const parser = useRef(createMarkdownParser(context.isWrapped));
  if (source.length > (context.maxCharacters ?? defaultMaxCharacters)) return <LongText text={source} />;
  const tokens = parser.current(source, !isStreaming);
  const rest = tokens.slice(maxBlocks);
  let path = '';
  return (
    <>
      {tokens.slice(0, maxBlocks).map((token, index) => {
        const before = path;
        if (token.type === 'heading' && token['text'] !== '') path = enterHeading(path, token as Tokens.Heading);
        return <Block key={index} token={token} context={context} path={before} />;
      })}
      {rest.length > 0 && <LongText text={rest.map(({ raw }) => raw).join('')} />}
    </>
  );
}
