import type { Token, Tokens } from 'marked';
import { createMarkdownParser } from './parse.ts';
import { decodeEntities, stripBidiControls } from './plain-text.ts';

/** Text that is nested deeper is used as written. */
const maxDepth = 24;

/**
 * The text of a Markdown text without its marks, for excerpts: a line for each paragraph, item and row. In a wrapped text,
 * line breaks inside a paragraph are spaces.
 */
export function flatten(source: string, isWrapped = false): string {
  return stripBidiControls(writeBlocks(createMarkdownParser(isWrapped)(source, true), 0).join('\n'));
}

function writeBlocks(tokens: readonly Token[], depth: number): string[] {
  return tokens.flatMap((token) => writeBlock(token as Tokens.Generic, depth)).filter((line) => line.trim() !== '');
}

function writeBlock(token: Tokens.Generic, depth: number): string[] {
  if (depth > maxDepth) return [token.raw];
  switch (token.type) {
    case 'space':
    case 'hr':
    case 'def':
    case 'checkbox':
      return [];
    case 'code':
      return [String(token['text'])];
    case 'blockquote':
      return writeBlocks(token.tokens ?? [], depth + 1);
    case 'list':
      return (token as Tokens.List).items.flatMap((item) => writeBlocks(item.tokens, depth + 1));
    case 'table': {
      const { header, rows } = token as Tokens.Table;
      return [header, ...rows].map((row) => row.map(({ tokens }) => writeInline(tokens, depth + 1)).join(' · '));
    }
    default:
      return [writeInline([token], depth)];
  }
}

function writeInline(tokens: readonly Token[], depth: number): string {
  return (tokens as Tokens.Generic[])
    .map((token) => {
      if (depth > maxDepth) return token.raw;
      if (token.type === 'br') return '\n';
      if (token.type === 'html') return /^<\/?[a-z]+\s*\/?>$|^<!--/i.test(token.raw) ? '' : token.raw;
      // A token without text, like a check box, contributes nothing.
      if (token.tokens === undefined) return writeLeaf(token);
      return writeInline(token.tokens, depth + 1);
    })
    .join('');
}

function writeLeaf({ type, text, href }: Tokens.Generic): string {
  if (type === 'image') return String(text || href);
  if (typeof text !== 'string') return '';
  // A line break is a token, except in a wrapped text.
  return type === 'text' ? decodeEntities(text.replaceAll('\n', ' ')) : text;
}
