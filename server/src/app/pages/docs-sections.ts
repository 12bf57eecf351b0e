import type { Token, Tokens } from 'marked';
import { listHeadingIds } from './heading-id.ts';

/** A heading of a page with the text below it, up to the next heading. */
export interface DocsSection {
  /** Undefined for the page's title. */
  readonly id: string | undefined;
  readonly heading: string;
  /** Without Markdown. */
  readonly text: string;
}

/** The sections of a Markdown page, in order. */
export async function readSections(markdown: string): Promise<DocsSection[]> {
  const { lexer } = await import('marked');
  const ids = listHeadingIds(markdown);
  const sections: { id: string | undefined; heading: string; texts: string[] }[] = [];
  for (const token of lexer(markdown)) {
    if (isHeading(token)) {
      const id = ids.shift();
      sections.push({ id: sections.length === 0 ? undefined : id, heading: plainText(token), texts: [] });
    } else sections.at(-1)?.texts.push(plainText(token));
  }
  return sections.map(({ texts, ...section }) => ({
    ...section,
    text: texts.join(' ').replaceAll(/\s+/g, ' ').trim(),
  }));
}

function isHeading(token: Token): token is Tokens.Heading {
  return token.type === 'heading';
}

function plainText(token: Token): string {
  if (isTable(token)) return [token.header, ...token.rows].flat().map(joinInline).join(' ');
  if (isList(token)) return token.items.map(plainText).join(' ');
  if (token.type === 'html' || token.type === 'image') return '';
  if (token.type === 'br') return ' ';
  if (!('tokens' in token) || token.tokens === undefined) return 'text' in token ? String(token.text) : '';
  const isBlock = token.type === 'list_item' || token.type === 'blockquote';
  return token.tokens.map(plainText).join(isBlock ? ' ' : '');
}

function joinInline({ tokens }: { tokens: Token[] }): string {
  return tokens.map(plainText).join('');
}

function isTable(token: Token): token is Tokens.Table {
  return token.type === 'table';
}

function isList(token: Token): token is Tokens.List {
  return token.type === 'list';
}
