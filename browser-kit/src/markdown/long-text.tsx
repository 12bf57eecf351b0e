import { memo } from './memo.ts';
import { stripBidiControls } from './plain-text.ts';

/** Characters of one piece; a piece ends at a line break or, if there is none nearby, at a space. */
const PIECE = 8_000;

const Piece = memo(({ text }: { text: string }) => <div class="plain long">{stripBidiControls(text)}</div>);

/**
 * A long text as plain text. Divided into pieces, so that only the visible ones of a growing
 * text of a megabyte are laid out.
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
