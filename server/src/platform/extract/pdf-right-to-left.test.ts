import { expect, it } from 'vitest';
import { extractText } from './extract-text.ts';

type Placed = [right: number, y: number, text: string];

const height = 11;
/** Width of each character. */
const width = height / 2;

/** A PDF of one page whose words are drawn one by one from the right, as browsers and word processors do. */
function makeRightToLeftPdf(texts: readonly Placed[]): Buffer {
  const drawn = texts.flatMap(([right, y, text]) => {
    let x = right + width;
    return text.split(' ').map((word) => {
      x -= (word.length + 1) * width;
      // Glyphs are drawn from the left.
      const codes = Array.from(word, (letter) => letter.charCodeAt(0).toString(16).padStart(4, '0'));
      if (/\p{Script=Hebrew}/u.test(word)) codes.reverse();
      return `BT /F ${height} Tf 1 0 0 1 ${x} ${y} Tm <${codes.join('')}> Tj ET`;
    });
  });
  const content = drawn.join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Resources << /Font << /F 4 0 R >> >> /Contents 7 0 R >>',
    '<< /Type /Font /Subtype /Type0 /BaseFont /Plain /Encoding /Identity-H /DescendantFonts [5 0 R] /ToUnicode /Identity-H >>',
    '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Plain /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) ' +
      '/Supplement 0 >> /FontDescriptor 6 0 R /DW 500 /W [32 [499]] >>',
    '<< /Type /FontDescriptor /FontName /Plain /Flags 32 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 ' +
      '/Descent -200 /CapHeight 700 /StemV 80 >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ];
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('');
  // Without a table of offsets, readers look for the objects.
  return Buffer.from(`%PDF-1.7\n${body}trailer << /Size 8 /Root 1 0 R >>\n%%EOF`);
}

const extract = async (texts: readonly Placed[]): Promise<string> => {
  const bytes = makeRightToLeftPdf(texts);
  return (await extractText({ bytes }, { workspaceId: 'default', fileName: 'a.pdf', mode: 'markdown' })).text;
};

it('keeps the spaces between words and the lines that end early', async () => {
  const lines = [
    'שעות הפתיחה שלנו הן מתשע בבוקר עד חמש אחר הצהריים בכל ימי השבוע',
    'ובימי שישי עד שתים עשרה.',
    'טלפון: 020 123 4567',
  ];
  const text = await extract(lines.map((line, index): Placed => [550, 700 - index * 14, line]));
  expect(text).toBe(`${lines[0]} ${lines[1]}\n${lines[2]}`);
});

it('keeps the cells of a table, the rightmost column first', async () => {
  const rows = [
    ['שירות', 'משך', 'מחיר'],
    ['תיקון תקר', '30', '18'],
    ['טיפול מלא', '120', '89'],
    ['יישור גלגל', '45', '25'],
  ];
  const cells = rows.flatMap((row, line) =>
    row.map((cell, column): Placed => [550 - column * 150, 700 - line * 20, cell]),
  );
  const [header = [], ...others] = rows.map((row) => `| ${row.join(' | ')} |`);
  expect(await extract(cells)).toBe([header, '| --- | --- | --- |', ...others].join('\n'));
});
