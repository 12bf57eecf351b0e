import { expect, it } from 'vitest';
import { extractText } from '../extract-text.ts';

type Placed = [right: number, y: number, text: string];

const height = 11;
/** Width of each character. */
const width = height / 2;

const draw = (x: number, y: number, text: string): string => {
  const codes = Array.from(text, (letter) => letter.charCodeAt(0).toString(16).padStart(4, '0'));
  return `BT /F ${height} Tf 1 0 0 1 ${x} ${y} Tm <${codes.join('')}> Tj ET`;
};

/** A text as its letters look from the left. */
const look = (text: string): string =>
  Array.from(text.replaceAll(/[()]/g, (bracket) => (bracket === '(' ? ')' : '(')))
    .toReversed()
    .join('');

/** Draws words one by one from the right, as word processors do. */
function drawFromRight(texts: readonly Placed[]): string[] {
  return texts.flatMap(([right, y, text]) => {
    let x = right + width;
    return text.split(' ').map((word) => {
      x -= (word.length + 1) * width;
      // Glyphs are drawn from the left.
      return draw(x, y, /\p{Script=Hebrew}/u.test(word) ? look(word) : word);
    });
  });
}

/** Draws each line as it looks, from the left, as browsers do. */
function drawFromLeft(lines: readonly (readonly string[])[]): string[] {
  return lines.flatMap((runs, index) => drawRuns(100, 700 - index * 30, runs));
}

function drawRuns(left: number, y: number, runs: readonly string[]): string[] {
  let x = left;
  return runs.map((run) => {
    const drawn = draw(x, y, run);
    x += run.length * width;
    return drawn;
  });
}

function makeRightToLeftPdf(drawn: readonly string[]): Buffer {
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

const extract = async (drawn: readonly string[]): Promise<string> => {
  const bytes = makeRightToLeftPdf(drawn);
  return (await extractText({ bytes }, { workspaceId: 'default', fileName: 'a.pdf', mode: 'markdown' })).text;
};

it('keeps the spaces between words and the lines that end early', async () => {
  const lines = [
    'שעות הפתיחה שלנו הן מתשע בבוקר עד חמש אחר הצהריים בכל ימי השבוע',
    'ובימי שישי עד שתים עשרה.',
    'טלפון: 020 123 4567 (רק בבוקר)',
  ];
  const text = await extract(drawFromRight(lines.map((line, index) => [550, 700 - index * 14, line])));
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
  expect(await extract(drawFromRight(cells))).toBe([header, '| --- | --- | --- |', ...others].join('\n'));
});

it('turns lines around that are drawn as they look', async () => {
  const text = await extract(
    drawFromLeft([
      ['.14:00', ' ', '-', ' ', '9:00', ' ', look('פתוחים'), ' ', '(', look('בחורף'), ')', ' ', look('אנחנו')],
      [look('בלבד.'), ' ', 'Brooks 15', ' ', 'Pro', ' ', look('מתקנים')],
      ['.info@shop.test', ' ', look('דואר:')],
      ['0117 496 0123', ' ', look('טלפון:')],
      ['4567 123 3 972', look('טלפון: +')],
      ['١٨', ' ', look('إلى'), ' ', '٩', ' ', look('من')],
    ]),
  );
  const lines = [
    'אנחנו (בחורף) פתוחים 9:00 - 14:00.',
    'מתקנים Brooks 15 Pro בלבד.',
    'דואר: info@shop.test.',
    'טלפון: 0117 496 0123',
    'טלפון: +972 3 123 4567',
    'من ٩ إلى ١٨',
  ];
  expect(text.replaceAll(/\s+/g, ' ')).toBe(lines.join(' '));
});

it('turns each cell around that is drawn as it looks, and reads printed forms of letters as typed', async () => {
  // As they look, from the left: each letter is a run of its own.
  const rows = [
    [
      ['ﺔ', 'ﻣ', 'ﺪ', 'ﺧ'],
      ['ﺓ', 'ﺪ', 'ﻣ'],
      ['ﺮ', 'ﻌ', 'ﺳ'],
    ],
    [['ﺡ', 'ﻼ', 'ﺻ', 'ﺇ'], ['ﺔ', 'ﻘ', 'ﻴ', 'ﻗ', 'ﺩ', ' ', '30'], ['18']],
    [['ﺔ', 'ﻧ', 'ﺎ', 'ﻴ', 'ﺻ'], ['ﺔ', 'ﻘ', 'ﻴ', 'ﻗ', 'ﺩ', ' ', '90'], ['89']],
    [['ﻂ', 'ﺒ', 'ﺿ'], ['ﺔ', 'ﻘ', 'ﻴ', 'ﻗ', 'ﺩ', ' ', '20'], ['12']],
  ];
  const drawn = rows.flatMap((row, line) =>
    row.flatMap((cell, column) => drawRuns(500 - column * 150, 700 - line * 20, cell)),
  );
  expect(await extract(drawn)).toBe(
    [
      '| خدمة | مدة | سعر |',
      '| --- | --- | --- |',
      '| إصلاح | 30 دقيقة | 18 |',
      '| صيانة | 90 دقيقة | 89 |',
      '| ضبط | 20 دقيقة | 12 |',
    ].join('\n'),
  );
});

it('keeps the groups of a price in order, whether they were turned or not', async () => {
  const text = await extract(
    drawFromLeft([
      ['12 500 000', ' ', look('מחיר:')],
      ['000 500 12', ' ', look('מחיר:')],
      ['4567 123 020', ' ', look('טלפון:')],
    ]),
  );
  expect(text.replaceAll(/\s+/g, ' ')).toBe('מחיר: 12 500 000 מחיר: 12 500 000 טלפון: 020 123 4567');
});
