import { Lexer } from 'marked';
import type { Token } from 'marked';

/**
 * Parses a growing text. Finished blocks keep their token objects, so they are neither parsed nor rendered again; the
 * last two stay open, because a list or a table may still continue. In a wrapped text, line breaks inside a paragraph are
 * spaces.
 */
export function createMarkdownParser(isWrapped?: boolean): (source: string, isFinal: boolean) => readonly Token[] {
  let settled: Token[] = [];
  let settledText = '';

  return (source, isFinal) => {
    const text = source.replace(/\r\n?/g, '\n');
    if (!text.startsWith(settledText) || isFinal) {
      // The last pass reads the whole text: link definitions may be anywhere.
      settled = [];
      settledText = '';
    }
    if (isFinal) return lex(text, maxWork, isWrapped);
    const open = lex(closeMarks(text.slice(settledText.length)), maxWork / 10, isWrapped);
    const tokens = [...settled, ...open];
    for (const token of open.slice(0, -2)) {
      settled.push(token);
      settledText += token.raw;
    }
    // A parser that changes a character of its input must not break the position.
    if (!text.startsWith(settledText)) {
      settled = [];
      settledText = '';
    }
    return tokens;
  };
}

/**
 * Limit for emphasis and links, in characters times marks: unmatched marks take quadratic time. A page of prose has a
 * thousandth of it.
 */
const maxWork = 20_000_000;
/** Allowed for any text, however short: a table has thousands of them. */
const workForEach = 500;
const marks = /[*_[\]`~<!&:@\\]/g;

/** Tokens of a text. A hostile reply is shown as plain text from the point where it gets too expensive. */
function lex(text: string, limit: number, isWrapped?: boolean): Token[] {
  try {
    const lexer = new Lexer({ gfm: true, breaks: !isWrapped });
    lexer.blockTokens(flatten(text), lexer.tokens);
    let work = 0;
    for (const { src, tokens } of lexer.inlineQueue) {
      work += workForEach + src.length * (src.match(marks)?.length ?? 0);
      if (work <= limit) lexer.inlineTokens(src, tokens);
      else tokens.push({ type: 'text', raw: src, text: src, escaped: false });
    }
    return lexer.tokens;
  } catch {
    // Nested deeper than the parser's stack.
    return [{ type: 'html', raw: text, text, pre: false, block: true }];
  }
}

/**
 * Runs every rule once in advance, with pauses. A browser compiles a regular expression when it first runs, once for
 * Latin text and once for other text, and again, optimised, at the second run: doing that for all rules at once, as the
 * first reply needs them, takes a slow phone 150 ms.
 */
export async function warmUp(): Promise<void> {
  const { block, inline } = Lexer.rules;
  for (const text of ['-', '-', '—', '—']) {
    for (const rule of [...Object.values(block.gfm), ...Object.values(inline.breaks)]) {
      rule.exec(text);
      rule.lastIndex = 0;
      await new Promise((resolve) => setTimeout(resolve));
    }
  }
}

/** Nobody nests a thousand quotations; that many opening marks in a row are reduced to a few. */
function flatten(text: string): string {
  return text.replace(/^[ \t]{0,3}(?:>[ \t]{0,4}|(?:[*+-]|\d{1,9}[.)])[ \t]{1,4}){12,}/gm, (marks) =>
    marks.slice(0, 24),
  );
}

/** Closes marks that a half-written last line has opened, so that they don't appear for a moment and then vanish. */
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
