import type { Token } from 'marked';
import type { Face } from './fonts.ts';

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

/** A stretch of text in one style. */
export interface Run extends Face {
  readonly text: string;
  readonly link?: string | undefined;
  readonly struck?: boolean | undefined;
}

/** An image inside a paragraph. */
export interface InlineImage {
  readonly image: string;
  readonly alt: string;
}

export type Inline = Run | InlineImage;

type Look = Omit<Run, 'text'>;

export const plainLook: Look = { bold: false, italic: false, code: false };

/** Flattens the tokens of a paragraph into runs; a line break is a newline in a run's text. */
export function toInlines(tokens: readonly Token[], look: Look = plainLook): Inline[] {
  return tokens.flatMap((token): Inline[] => {
    switch (token.type) {
      case 'strong':
        return toInlines(token.tokens ?? [], { ...look, bold: true });
      case 'em':
        return toInlines(token.tokens ?? [], { ...look, italic: true });
      case 'del':
        return toInlines(token.tokens ?? [], { ...look, struck: true });
      case 'codespan':
        return [{ ...look, code: true, text: decodeEntities(readText(token)) }];
      case 'link': {
        const link = readField(token, 'href');
        const safe = /^(?:https?:|mailto:)/i.test(link) ? { link } : {};
        return toInlines(token.tokens ?? [], { ...look, ...safe });
      }
      case 'image':
        return [{ image: readField(token, 'href'), alt: readText(token) }];
      case 'br':
        return [{ ...look, text: '\n' }];
      case 'html':
        return /^<br\s*\/?>/i.test(token.raw) ? [{ ...look, text: '\n' }] : [];
      default:
        if ('tokens' in token && token.tokens !== undefined) return toInlines(token.tokens, look);
        return [{ ...look, text: decodeEntities(readText(token)).replaceAll(/\s*\n\s*/g, ' ') }];
    }
  });
}

export function isImage(inline: Inline): inline is InlineImage {
  return 'image' in inline;
}

function readText(token: Token): string {
  const text = readField(token, 'text');
  return text === '' ? token.raw : text;
}

function readField(token: Token, name: string): string {
  const value: unknown = Reflect.get(token, name);
  return typeof value === 'string' ? value : '';
}

/** Text in which HTML's character references, which Markdown keeps, are decoded. */
function decodeEntities(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{2,6}));/gi, (whole, decimal, hex, name) => {
    if (typeof name === 'string') return named[name] ?? whole;
    const code = typeof decimal === 'string' ? Number(decimal) : Number.parseInt(String(hex), 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
