import type { TextStyle } from './document-writer.ts';

const emphasis: ReadonlyMap<string, string> = new Map([
  ['strong', '**'],
  ['b', '**'],
  ['em', '_'],
  ['i', '_'],
  ['del', '~~'],
  ['s', '~~'],
  ['code', '`'],
]);

interface OpenSpan {
  name: string;
  start: number;
  link: string;
}

/** The running text of one block: white space is collapsed, and in Markdown emphasis and links are marked. */
export class HtmlInline {
  readonly #style: TextStyle;
  readonly #base: string | undefined;
  #text = '';
  #spans: OpenSpan[] = [];

  constructor(style: TextStyle, base: string | undefined) {
    this.#style = style;
    this.#base = base;
  }

  add(text: string): void {
    const collapsed = text.replaceAll(/[ \t\n\r\f]+/g, ' ');
    this.#text += /(^|\s)$/.test(this.#text.slice(-1)) ? collapsed.trimStart() : collapsed;
  }

  addExactly(text: string): void {
    this.#text += text;
  }

  breakLine(): void {
    this.#text = `${this.#text.trimEnd()}\n`;
  }

  image(alt: string, address: string): void {
    const target = this.#resolve(address);
    if (this.#style === 'markdown' && target !== '') this.#text += `![${alt}](${target})`;
    else this.add(alt);
  }

  open(name: string, address: string): void {
    if (this.#style === 'text' || (name !== 'a' && !emphasis.has(name))) return;
    this.#spans.push({ name, start: this.#text.length, link: name === 'a' ? this.#resolve(address) : '' });
  }

  close(name: string): void {
    const at = this.#spans.findLastIndex((span) => span.name === name);
    const span = this.#spans[at];
    if (span === undefined) return;
    this.#spans.length = at;
    const inner = this.#text.slice(span.start);
    const trimmed = inner.trim();
    if (trimmed === '' || trimmed.includes('\n')) return;
    const mark = emphasis.get(name) ?? '';
    if (name === 'a' && (span.link === '' || span.link === trimmed)) return;
    const marked = name === 'a' ? `[${trimmed}](${span.link})` : mark + trimmed + mark;
    const lead = inner.slice(0, inner.length - inner.trimStart().length);
    this.#text = this.#text.slice(0, span.start) + lead + marked + (inner === inner.trimEnd() ? '' : ' ');
  }

  /** The block's text. Open emphasis ends here, and the next block begins. */
  take(): string {
    const text = this.#text;
    this.#text = '';
    this.#spans = [];
    return text;
  }

  #resolve(address: string): string {
    if (address === '' || address.startsWith('#') || !URL.canParse(address, this.#base)) return '';
    const url = new URL(address, this.#base);
    return /^(https?|mailto):$/.test(url.protocol) && url.href.length <= 2000 ? url.href : '';
  }
}
