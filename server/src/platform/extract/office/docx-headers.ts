import type { BoundedArchive } from './bounded-archive.ts';
import { isTrue, parseXml, type XmlAttributes, type XmlHandlers } from '../parse-xml.ts';
import { resolvePart } from './resolve-part.ts';

/** Takes the place of a page's number in the text of a header; no XML contains it. */
export const pageNumber = '\u0001';

interface Reference {
  readonly id: string;
  readonly type: string;
}

/** Word ignores others; a hostile file could have one for each section. */
const types: ReadonlySet<string> = new Set(['default', 'first', 'even']);

/**
 * Collects which headers and footers the sections of a document use while it is read (ECMA-376 17.10). Word also keeps
 * those that were switched off.
 */
export class DocxSections implements XmlHandlers {
  readonly #shown = new Map<string, string>();
  /** By element and type; a section without one of its own uses that of the section before it. */
  readonly #current = new Map<string, Reference>();
  #hasTitlePage = false;
  #inChange = false;

  open(name: string, attributes: XmlAttributes): void {
    if (name === 'sectPrChange') this.#inChange = true;
    else if (this.#inChange) return;
    else if (name === 'titlePg') this.#hasTitlePage = isTrue(attributes['val'] ?? '1');
    else if (name === 'headerReference' || name === 'footerReference') {
      const type = attributes['type'] ?? 'default';
      if (types.has(type)) this.#current.set(`${name} ${type}`, { id: attributes['id'] ?? '', type });
    }
  }

  close(name: string): void {
    if (name === 'sectPrChange') this.#inChange = false;
    if (name !== 'sectPr' || this.#inChange) return;
    for (const { id, type } of this.#current.values())
      if (type !== 'first' || this.#hasTitlePage) this.#shown.set(id, type);
    this.#hasTitlePage = false;
  }

  /** The names of the parts with the headers and footers, in the order of the sections. */
  async listParts(archive: BoundedArchive): Promise<string[]> {
    if (this.#shown.size === 0) return [];
    let hasEven = false;
    await parseXml(archive.readText('word/settings.xml'), {
      open(name, attributes) {
        if (name === 'evenAndOddHeaders') hasEven = isTrue(attributes['val'] ?? '1');
      },
      close() {},
    });
    const targets = new Map<string, string>();
    await parseXml(archive.readText('word/_rels/document.xml.rels'), {
      open(name, attributes) {
        const target = attributes['Target'] ?? '';
        if (name === 'Relationship' && attributes['TargetMode'] !== 'External')
          targets.set(attributes['Id'] ?? '', resolvePart('word/', target));
      },
      close() {},
    });
    const used = [...this.#shown].filter(([, type]) => type !== 'even' || hasEven);
    return [...new Set(used.flatMap(([id]) => targets.get(id) ?? []))];
  }
}

/**
 * The text of a header or footer without page numbers and the lines in `known`, to which its own are added: a letterhead
 * may have the only address, but the headers of several sections mostly repeat each other.
 */
export function readLetterhead(text: string, known: Set<string>): string {
  const lines: string[] = [];
  for (const line of text.split('\n')) {
    const parts = line.split('\t').map(removeNumbers);
    const kept = parts.filter((part) => part !== '').join('\t');
    if (!/[\p{L}\d]/u.test(kept) || known.has(kept)) continue;
    known.add(kept);
    lines.push(kept);
  }
  return lines.join('\n');
}

/** A part of a line without the pieces that say which page it is, such as " – Page 3 of 12". */
function removeNumbers(part: string): string {
  if (!part.includes(pageNumber)) return part.trim();
  let kept = '';
  const pieces = part.split(/( [|·•–—-] )/);
  for (const [index, piece] of pieces.entries()) {
    if (index % 2 === 1 || (piece.includes(pageNumber) && !/[\d@]/.test(piece))) continue;
    kept += (kept === '' ? '' : (pieces[index - 1] ?? '')) + piece.replaceAll(pageNumber, '').trim();
  }
  return kept;
}
