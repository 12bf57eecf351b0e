import { hasKind } from '../../lexicon/answer-forms.ts';

export type Block =
  | { kind: 'heading'; text: string; isGuessed?: boolean }
  | { kind: 'paragraph'; text: string }
  | { kind: 'item'; text: string; mark: string }
  | { kind: 'code'; text: string }
  | { kind: 'row'; text: string };

const fence = /^\s*(?:`{3,}|~{3})[^`~]*$/u;
const heading = /^\s{0,3}#{1,6}\s+(\S.*)$/u;
const item = /^\s*([-*+•▪‣]|\d{1,3}[.)])\s+(.*)$/u;
const row = /^\s*\|.*\|\s*$/u;
// A line of one repeated character below a text makes it a heading, in Markdown and in reStructuredText.
const underline = /^\s*([=\-~^+*"#])\1{2,}\s*$/u;
// A reStructuredText directive or target.
const directive = /^\s*\.\. (?:_|[\w-]+::)/u;
const tags =
  /<\/?(?:a|b|br|code|div|details|em|i|img|kbd|p|picture|small|source|span|strong|sub|summary|sup)(?:\s[^<>]*)?>/giu;
// The words about an image are not an answer. It may be in a link, which is empty without it.
const image = /(?<!`)!\[[^[\]]*\]\([^()]*\)/gu;
const emptyLink = /(?<!`)\[\s*\]\([^()]*\)/gu;
// A line with figures that isn't numbered, like an address or opening hours.
const data = /^(?!\d+(?:\.\d+)*\.?\s+\p{Lu}\P{Nd}*$).*\d/u;
// "Chapter 3" and "Model 4711" say nothing without what is below them.
const numbered = /^\p{L}+\s\d+$/u;
const rule = /^\s*(?:[-*_=]\s*){3,}$/u;

/** Divides Markdown, or text extracted from a PDF or a page, into its blocks in order. */
export function splitBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  let lines: string[] = [];
  let code: string[] | null = null;
  const endParagraph = () => {
    if (lines.length > 0) blocks.push(toParagraph(lines));
    lines = [];
  };
  for (const line of removeComments(text).split(/\r\n?|\n|\f/u)) {
    if (code) {
      code.push(line);
      if (fence.test(line)) {
        blocks.push({ kind: 'code', text: code.join('\n') });
        code = null;
      }
      continue;
    }
    const bare = fence.test(line) ? line : dropImages(line.replace(/^\s{0,3}>\s?/u, '').replace(tags, ''));
    const title = readTitle(heading.exec(bare)?.[1]);
    const [, mark = '', itemText] = item.exec(bare) ?? [];
    if (fence.test(bare)) {
      endParagraph();
      code = [bare];
    } else if (title !== undefined) {
      endParagraph();
      blocks.push({ kind: 'heading', text: title });
    } else if (row.test(bare)) {
      endParagraph();
      blocks.push({ kind: 'row', text: bare.trim() });
    } else if (itemText !== undefined) {
      endParagraph();
      blocks.push({ kind: 'item', text: itemText.trim(), mark });
    } else if (underline.test(bare) && lines.length === 1) {
      blocks.push({ kind: 'heading', text: joinLines(lines) });
      lines = [];
    } else if (bare.trim() === '' || rule.test(bare) || underline.test(bare) || directive.test(bare)) {
      endParagraph();
      // An empty line also ends an item: a null paragraph can't follow it as its continuation.
      if (blocks.at(-1)?.kind === 'item') blocks.push({ kind: 'paragraph', text: '' });
    } else if (lines.length === 0 && blocks.at(-1)?.kind === 'item') {
      const last = blocks.at(-1);
      if (last) last.text = joinLines([last.text, bare]);
    } else {
      lines.push(bare);
    }
  }
  endParagraph();
  // A fence that was cut at the border of a chunk: its remaining part is shown as code.
  if (code && code.length > 1) blocks.push({ kind: 'code', text: [...code, '```'].join('\n') });
  return keepLastData(blocks.filter((block) => block.text !== ''));
}

/** Lines with figures at the end of a section are paragraphs: nothing is below them, and a heading isn't quoted. */
function keepLastData(blocks: Block[]): Block[] {
  let isEnd = true;
  return blocks
    .toReversed()
    .map((block): Block => {
      const isData = isEnd && block.kind === 'heading' && block.isGuessed === true && hasData(block.text);
      isEnd = isData || block.kind === 'heading';
      return isData ? { kind: 'paragraph', text: block.text } : block;
    })
    .toReversed();
}

function hasData(text: string): boolean {
  return data.test(text) && (!numbered.test(text) || hasKind('address', text));
}

function dropImages(text: string): string {
  return text.replaceAll(image, '').replaceAll(emptyLink, '');
}

/** Removes HTML comments. No regular expression here: it would look for the end of each comment that has none. */
function removeComments(text: string): string {
  let kept = '';
  let at = 0;
  for (let start = text.indexOf('<!--'); start !== -1; start = text.indexOf('<!--', at)) {
    const end = text.indexOf('-->', start + 4);
    if (end === -1) break;
    kept += text.slice(at, start);
    at = end + 3;
  }
  return kept + text.slice(at);
}

/** A heading without its closing marks. */
function readTitle(text: string | undefined): string | undefined {
  const title = text?.trimEnd() ?? '';
  let end = title.length;
  while (end > 1 && title[end - 1] === '#') end -= 1;
  return text === undefined ? undefined : title.slice(0, end).trimEnd();
}

/** A single short line without an end mark counts as a heading, as in the text of a PDF. */
function toParagraph(lines: string[]): Block {
  const text = joinLines(lines);
  const short = lines.length === 1 && text.length <= 70 && text.split(' ').length <= 10;
  const titleLike = /^[\p{Lu}\p{Lo}\d]/u.test(text) && !/[.!?:;,…。！？"”)]$/u.test(text);
  return short && titleLike ? { kind: 'heading', text, isGuessed: true } : { kind: 'paragraph', text };
}

/** Joins wrapped lines, joining words that were hyphenated at a line's end. */
function joinLines(lines: string[]): string {
  return (
    dropImages(lines.map((line) => line.trim()).join('\n'))
      .replace(/(\p{Ll})-\n(?=\p{Ll})/gu, '$1')
      // Chinese and Japanese have no spaces between words, so a broken line is joined without one.
      .replace(
        /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}。、，！？：；」』）])\n(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}「『（])/gu,
        '',
      )
      .replace(/\s+/gu, ' ')
      .trim()
  );
}
