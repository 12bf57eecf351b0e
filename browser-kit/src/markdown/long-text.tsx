import { memo } from './memo.ts';
import { stripBidiControls } from './plain-text.ts';

/** Characters of one piece; a piece ends with a line or, where none ends near, with a word. */
const PIECE = 8_000;

const Piece = memo(({ text }: { text: string }) => <div class="plain long">{stripBidiControls(text)}</div>);

/**
 * A text too long for markdown, as it was written. In pieces, so that a text of a megabyte that still grows is laid out
 * where one looks and not as a whole with every word.
 */
export function LongText({ text }: { text: string }) {
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
