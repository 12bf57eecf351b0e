import type { TextStyle } from '../document-writer.ts';

const emphasis: ReadonlyMap<string, string> = new Map([
  ['strong', '**'],
  ['b', '**'],
  ['em', '_'],
  ['i', '_'],
  ['del', '~~'],
  ['s', '~~'],
  ['code', '`'],
]);

/** The digits of `1<sup>2</sup>` must not extend the number before them. Letters stay, as in `1<sup>st</sup>`. */
const raisable = '0123456789+-\u2212';
const raised = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻';
/** A longer superscript is not a number. */
const maxSuperscript = 20;

/** An element that is marked when it ends, or the block itself. */
interface Span {
  readonly name: string;
  readonly link: string;
  /** The last character before it, '' at the beginning of the block. */
  readonly before: string;
  readonly pieces: string[];
}

/**
 * The running text of one block: white space is collapsed, and in Markdown emphasis and links are marked. It is kept in
 * pieces, because looking at the end of a growing string copies all of it.
 */
export class HtmlInline {
  readonly #style: TextStyle;
  readonly #base: string | undefined;
  #block = openSpan('', '', '');
  /** Open elements, the innermost last. */
  #spans: Span[] = [];
  /** The last character of the text, '' if there is none. */
  #last = '';

  constructor(style: TextStyle, base: string | undefined) {
    this.#style = style;
    this.#base = base;
  }

  add(text: string): void {
    const collapsed = text.replaceAll(/[ \t\n\r\f]+/g, ' ');
    this.#push(this.#last === '' || /\s/.test(this.#last) ? collapsed.trimStart() : collapsed);
  }

  breakLine(): void {
    const { pieces, before } = this.#innermost;
    let end = '';
    while (end === '' && pieces.length > 0) end = pieces.pop()?.trimEnd() ?? '';
    if (end !== '') pieces.push(end);
    if (end === '' && before === '\n') this.#last = before;
    else this.#push('\n');
  }

  image(alt: string, address: string): void {
    const target = this.#resolve(address);
    if (this.#style === 'markdown' && target !== '') this.#push(`![${alt}](${target})`);
    else this.add(alt);
  }

  open(name: string, address: string): void {
    if (name !== 'sup' && (this.#style === 'text' || (name !== 'a' && !emphasis.has(name)))) return;
    this.#spans.push(openSpan(name, name === 'a' ? this.#resolve(address) : '', this.#last));
  }

  close(name: string): void {
    const at = this.#spans.findLastIndex((span) => span.name === name);
    const span = this.#spans[at];
    if (span === undefined) return;
    const inner = joinSpans(this.#spans.splice(at));
    this.#push(mark(span, inner));
  }

  /** The block's text. Open emphasis ends here, and the next block begins. */
  take(): string {
    const text = joinSpans([this.#block, ...this.#spans]);
    this.#block = openSpan('', '', '');
    this.#spans = [];
    this.#last = '';
    return text;
  }

  get #innermost(): Span {
    return this.#spans.at(-1) ?? this.#block;
  }

  #push(text: string): void {
    if (text === '') return;
    this.#innermost.pieces.push(text);
    this.#last = text.slice(-1);
  }

  #resolve(address: string): string {
    if (address === '' || address.startsWith('#') || !URL.canParse(address, this.#base)) return '';
    const url = new URL(address, this.#base);
    return /^(https?|mailto|tel):$/.test(url.protocol) && url.href.length <= 2000 ? url.href : '';
  }
}

function openSpan(name: string, link: string, before: string): Span {
  return { name, link, before, pieces: [] };
}

function joinSpans(spans: readonly Span[]): string {
  return spans.map(({ pieces }) => pieces.join('')).join('');
}

/** The text of an element with its marks; unchanged if it is blank, has several lines, or is a link without a target. */
function mark(span: Span, inner: string): string {
  const { name, link } = span;
  if (name === 'sup') return raise(inner);
  const trimmed = inner.trim();
  if (link.startsWith('tel:')) return nameNumber(span, inner);
  if (trimmed === '' || trimmed.includes('\n')) return inner;
  if (name === 'a' && (link === '' || link === trimmed)) return inner;
  const around = emphasis.get(name) ?? '';
  const marked = name === 'a' ? `[${trimmed}](${link})` : around + trimmed + around;
  const lead = inner.slice(0, inner.length - inner.trimStart().length);
  return lead + marked + (inner === inner.trimEnd() ? '' : ' ');
}

/** Digits of a phone number; fewer are a part of its text, such as "24/7". */
const minNumber = 5;

function readDigits(text: string): string {
  return text.match(/\p{Nd}/gu)?.join('') ?? '';
}

/** The text of a link to a phone number with the number, unless the text has it: "Call us (+31 20 123)". */
function nameNumber({ link, before }: Span, inner: string): string {
  const number = link
    .slice('tel:'.length)
    .replace(/[;?].*/, '')
    .replaceAll('%20', ' ')
    .replaceAll(/%2b/gi, '+')
    .replace(/^[\s/]+/, '')
    .trim();
  const digits = readDigits(number);
  if (digits.length < minNumber || hasNumber(inner, digits)) return inner;
  const trimmed = inner.trimEnd();
  if (trimmed === '') return `${before === '' || /\s/.test(before) ? '' : ' '}${number} `;
  return `${trimmed} (${number})${trimmed === inner ? '' : ' '}`;
}

/** Whether a text has a number's last digits, as the first depend on the country, or digits of another script. */
function hasNumber(text: string, digits: string): boolean {
  const shown = readDigits(text.replaceAll(/\]\([^)]*\)/g, ''));
  return shown.includes(digits.slice(-minNumber)) || (shown.length >= minNumber && /[^0-9]/.test(shown));
}

/** Digits and signs as superscripts; any other text unchanged. */
function raise(text: string): string {
  if (text.length > maxSuperscript) return text;
  const characters = Array.from(text, (character) => raised[raisable.indexOf(character)]);
  return characters.includes(undefined) ? text : characters.join('');
}
