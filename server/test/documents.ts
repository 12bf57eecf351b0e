import { constants, crc32, deflateRawSync } from 'node:zlib';
import PDFDocument from 'pdfkit';

/** The text of an entry; a repeated piece takes only the memory and the time of one. */
type ZipText = string | readonly (string | { readonly text: string; readonly times: number })[];

/** An entry of a test archive; `declaredSize` replaces the true unpacked size in its header. */
export interface ZipEntry {
  name: string;
  data: ZipText | Uint8Array;
  declaredSize?: number;
}

/** Creates a ZIP archive of deflated entries. */
export function makeZip(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, data, declaredSize } of entries) {
    const { packed, length, checksum } = deflate(data);
    const fields = Buffer.alloc(22);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(0x0800, 2);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(checksum, 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(declaredSize ?? length, 18);
    const names = Buffer.from(name);
    const lengths = Buffer.alloc(4);
    lengths.writeUInt16LE(names.length, 0);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), fields, lengths, names, packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    const version = Buffer.from([20, 0]);
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002'), version, fields, lengths, tail, names]));
    parts.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, central, end]);
}

function deflate(data: ZipEntry['data']): { packed: Buffer; length: number; checksum: number } {
  const pieces: Buffer[] = [];
  let length = 0;
  let checksum = 0;
  const parts = typeof data === 'string' || data instanceof Uint8Array ? [{ text: data, times: 1 }] : data;
  for (const part of parts) {
    const { text, times } = typeof part === 'string' ? { text: part, times: 1 } : part;
    const bytes = Buffer.from(text);
    // A full flush makes a piece independent of those before it.
    const piece = deflateRawSync(bytes, { level: 1, finishFlush: constants.Z_FULL_FLUSH });
    for (let time = 0; time < times; time += 1) {
      pieces.push(piece);
      length += bytes.length;
      checksum = crc32(bytes, checksum);
    }
  }
  pieces.push(deflateRawSync(Buffer.alloc(0)));
  return { packed: Buffer.concat(pieces), length, checksum };
}

const wordTypes =
  '<Types><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>';
const sheetTypes =
  '<Types><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>';

/** Creates a DOCX with this content of `w:body`; `parts` adds files by name. */
export function makeDocx(body: string, parts: Readonly<Record<string, string>> = {}): Buffer {
  return makeZip([
    { name: '[Content_Types].xml', data: wordTypes },
    { name: 'word/document.xml', data: `<w:document xmlns:w="w"><w:body>${body}</w:body></w:document>` },
    ...Object.entries(parts).map(([name, data]) => ({ name, data })),
  ]);
}

/** A paragraph of WordprocessingML, with a style if one is named. */
export function wordParagraph(text: string, style?: string): string {
  const properties = style === undefined ? '' : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`;
  return `<w:p>${properties}<w:r><w:t>${text}</w:t></w:r></w:p>`;
}

export const wordStyles = {
  'word/styles.xml':
    '<w:styles xmlns:w="w">' +
    '<w:style w:styleId="Titre1"><w:name w:val="heading 1"/></w:style>' +
    '<w:style w:styleId="Titre2"><w:name w:val="heading 2"/></w:style>' +
    '<w:style w:styleId="Spezial"><w:name w:val="Special"/><w:basedOn w:val="Titre2"/></w:style>' +
    '<w:style w:styleId="TM1"><w:name w:val="toc 1"/></w:style>' +
    '</w:styles>',
};

/** Creates an XLSX of one sheet with this content of `sheetData`. */
export function makeXlsx(sheetData: ZipText, parts: Readonly<Record<string, string>> = {}): Buffer {
  return makeZip([
    { name: '[Content_Types].xml', data: sheetTypes },
    {
      name: 'xl/workbook.xml',
      data: '<workbook xmlns:r="r"><sheets><sheet name="Prices" sheetId="1" r:id="rId1"/></sheets></workbook>',
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      data: '<Relationships><Relationship Id="rId1" Type="http://x/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
    },
    {
      name: 'xl/worksheets/sheet1.xml',
      data: ['<worksheet><sheetData>', ...[sheetData].flat(), '</sheetData></worksheet>'],
    },
    ...Object.entries(parts).map(([name, data]) => ({ name, data })),
  ]);
}

/**
 * Creates a PDF whose pages have a running title, a page number, a large heading and paragraphs; with `bare`, without the
 * first two.
 */
export async function makePdf(
  pages: readonly { heading: string; paragraphs: readonly string[] }[],
  options: { password?: string; compress?: boolean; bare?: boolean } = {},
): Promise<Buffer> {
  const lock = options.password === undefined ? {} : { userPassword: options.password };
  const document = new PDFDocument({ ...lock, compress: options.compress ?? true, autoFirstPage: false });
  const pieces: Buffer[] = [];
  const done = new Promise<Buffer>((resolve) => document.on('end', () => resolve(Buffer.concat(pieces))));
  document.on('data', (piece: Buffer) => pieces.push(piece));
  for (const [index, { heading, paragraphs }] of pages.entries()) {
    document.addPage();
    if (options.bare !== true) document.fontSize(9).text('The running title', 72, 30);
    document.fontSize(22).text(heading, 72, 72);
    for (const paragraph of paragraphs) document.fontSize(11).moveDown().text(paragraph);
    if (options.bare === true) continue;
    document.page.margins.bottom = 0;
    document.fontSize(9).text(`Page ${index + 1}`, 72, 760);
  }
  document.end();
  return done;
}

/**
 * Creates a PDF of pages with texts at these positions in points from the upper left corner, and turned clockwise by
 * `turn` degrees around the page's center.
 */
export async function makePrintedPdf(
  pages: readonly (readonly [x: number, y: number, text: string])[][],
  turn = 0,
): Promise<Buffer> {
  const document = new PDFDocument({ autoFirstPage: false, margin: 0 });
  const pieces: Buffer[] = [];
  const done = new Promise<Buffer>((resolve) => document.on('end', () => resolve(Buffer.concat(pieces))));
  document.on('data', (piece: Buffer) => pieces.push(piece));
  for (const page of pages) {
    document.addPage({ size: [800, 800], margin: 0 }).rotate(turn, { origin: [400, 400] });
    for (const [x, y, text] of page) document.fontSize(11).text(text, x, y, { lineBreak: false });
  }
  document.end();
  return done;
}

/**
 * Creates an OLE compound file whose directory contains the given stream names, as .doc, .xls and encrypted .docx files
 * have.
 */
export function makeCompoundFile(names: readonly string[]): Buffer {
  const header = Buffer.alloc(512);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header);
  header.writeUInt16LE(9, 30);
  header.writeUInt32LE(1, 48);
  header.fill(0xff, 76);
  header.writeUInt32LE(0, 76);
  const table = Buffer.alloc(512, 0xff);
  table.writeUInt32LE(0xfffffffd, 0);
  table.writeUInt32LE(0xfffffffe, 4);
  const directory = Buffer.alloc(512);
  for (const [index, name] of names.slice(0, 4).entries()) {
    directory.write(name, index * 128, 'utf16le');
    directory.writeUInt16LE(name.length * 2 + 2, index * 128 + 64);
    directory[index * 128 + 66] = 2;
  }
  return Buffer.concat([header, table, directory]);
}
