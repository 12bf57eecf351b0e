export { warmUp } from './parse.ts';
import type { Token, Tokens } from 'marked';
import { useRef } from 'preact/hooks';
import type { MarkdownContext } from './context.ts';
import { memo } from './memo.ts';
import { createMarkdownParser } from './parse.ts';
import { enterHeading, renderTokens } from './render.tsx';
import { stripBidiControls } from './plain-text.ts';

/** Characters of one piece; a piece ends at a line break or, if there is none nearby, at a space. */
const PIECE = 8_000;

const Piece = memo(({ text }: { text: string }) => <div class="plain long">{stripBidiControls(text)}</div>);

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

/**
 * A text that is too long for Markdown, as plain text. Divided into pieces, so that only the visible ones of a growing
 * text of a megabyte are laid out.
 */
function LongText({ text }: { text: string }) {
  return (
    <>
      {cut(text).map((piece, index) => (
        <Piece key={index} text={piece} />
      ))}
    </>
  );
}

/** The same beginning gives the same pieces, so that only the last one changes while the text grows. */
function cut(text: string): string[] {
  const pieces: string[] = [];
  let from = 0;
  while (text.length - from > PIECE) {
    const window = text.slice(from, from + PIECE);
    const end = window.lastIndexOf('\n') + 1 || window.lastIndexOf(' ') + 1 || PIECE;
    pieces.push(window.slice(0, end).replace(/\n$/, ''));
    from += end;
  }
  return [...pieces, text.slice(from)];
}
