import { Lexer } from 'marked';
import type { Token } from 'marked';

/** Longer texts are shown as they are: nobody reads 100,000 characters of layout, and a frozen page helps nobody. */
export const LONGEST_MARKDOWN = 100_000;

/**
 * Parses a text that grows. Blocks that can't change any more keep their token objects, so they are neither parsed nor
 * rendered again; the last two stay open, because a list or a table may still go on.
 */
export function createMarkdownParser(): (source: string, isFinal: boolean) => readonly Token[] {
  let settled: Token[] = [];
  let settledText = '';

  return (source, isFinal) => {
    const text = source.replace(/\r\n?/g, '\n');
    if (!text.startsWith(settledText) || isFinal) {
      // The last pass sees the whole text: link definitions may stand anywhere.
      settled = [];
      settledText = '';
    }
    if (isFinal) return lex(text);
    const open = lex(closeMarks(text.slice(settledText.length)));
    const tokens = [...settled, ...open];
    for (const token of open.slice(0, -2)) {
      settled.push(token);
      settledText += token.raw;
    }
    // A parser that changed a character of its input must not make us lose our place.
    if (!text.startsWith(settledText)) {
      settled = [];
      settledText = '';
    }
    return tokens;
  };
}

function lex(text: string): Token[] {
  return Lexer.lex(text, { gfm: true, breaks: true });
}

/** Closes what a half-written last line has opened, so that its marks don't show for a moment and then vanish. */
export function closeMarks(text: string): string {
  const start = text.lastIndexOf('\n\n') + 1;
  const last = text.slice(start);
  if (/^\s*(?:```|~~~)/m.test(last) || (text.split('```').length - 1) % 2 === 1) return text;
  const link = /!?\[([^\][]*)(?:\](?:\([^()\s]*)?)?$/.exec(last);
  const tail = link && !/^!?\[\d{1,2}\]$/.test(link[0]) ? last.slice(0, link.index) + (link[1] ?? '') : last;
  const trimmed = tail.replace(/(?:^|\s)(?:\*{1,2}|`)$/, '');
  let closing = '';
  if ((trimmed.split('`').length - 1) % 2 === 1) closing = '`';
  else if ((trimmed.split('**').length - 1) % 2 === 1) closing = trimmed.endsWith('*') ? '*' : '**';
  return text.slice(0, start) + trimmed + closing;
}
