import type { DocumentWriter } from '../document-writer.ts';

/** UTF-16 units up to which a definition is a value of its term, and not a text below it. */
const maxValue = 300;

/**
 * Writes the terms of a definition list (`dl`) with their values, such as "Guarantee: two years": a short value alone
 * would look like a title of what follows. Longer definitions stay paragraphs below their term.
 */
export class HtmlDefinitions {
  readonly #writer: DocumentWriter;
  #inTerm = false;
  #terms: string[] = [];
  #values: string[] = [];
  /** Whether the last block is an item of the same list. */
  #afterItem = false;

  constructor(writer: DocumentWriter) {
    this.#writer = writer;
  }

  /** Call before the text of an element of this name. */
  open(name: string): void {
    if (name === 'dl') this.end();
    if (name !== 'dt') return;
    if (this.#values.length > 0) this.#write();
    this.#inTerm = true;
  }

  /** Call after the text of an element of this name. */
  close(name: string): void {
    if (name === 'dt') this.#inTerm = false;
    else if (name === 'dl') this.end();
  }

  /** Takes a paragraph; false if it isn't one of a definition list. */
  add(text: string): boolean {
    if (this.#inTerm) this.#terms.push(text);
    else if (this.#terms.length > 0) this.#values.push(text);
    else return false;
    return true;
  }

  /** Call before anything else is written. */
  end(): void {
    this.#write();
    this.#afterItem = false;
  }

  #write(): void {
    const [terms, values] = [this.#terms, this.#values];
    this.#terms = [];
    this.#values = [];
    const term = terms.join(' / ');
    const value = joinValues(values);
    if (value === '' || value.length > maxValue || `${term}${value}`.includes('\n') || /[.!?…。！？؟]$/u.test(term)) {
      for (const text of [...terms, ...values]) this.#writer.paragraph(text);
      this.#afterItem &&= terms.length + values.length === 0;
      return;
    }
    this.#writer.listItem(0, '-', `${term}${/[:：]$/u.test(term) ? '' : ':'} ${value}`, this.#afterItem);
    this.#afterItem = true;
  }
}

/** Values with a comma between them, and paragraphs as running text. */
function joinValues(values: readonly string[]): string {
  let joined = '';
  for (const value of values)
    joined += `${joined === '' || /[.,:;!?…。，、：；！？؟][)”’»*_~`]*$/u.test(joined) ? ' ' : ', '}${value}`;
  return joined.trimStart();
}
