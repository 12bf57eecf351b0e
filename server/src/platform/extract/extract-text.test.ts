import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { makeDocx, makePdf, makeXlsx, wordParagraph, wordStyles } from '../../../test/documents.ts';
import { extractText } from './extract-text.ts';

const extract = (data: string | Uint8Array, fileName: string, mode: 'text' | 'markdown' | 'html' = 'markdown') =>
  extractText({ bytes: Buffer.from(data) }, { workspaceId: 'default', fileName, mode });

describe('the text of a DOCX', () => {
  it('keeps headings, lists with their numbers, tables and notes, and leaves out removed text', async () => {
    const numbering =
      '<w:numbering xmlns:w="w"><w:abstractNum w:abstractNumId="0">' +
      '<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>' +
      '<w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="%1.%2)"/></w:lvl>' +
      '</w:abstractNum><w:num w:numId="5"><w:abstractNumId w:val="0"/></w:num></w:numbering>';
    const item = (text: string, level: number) =>
      `<w:p><w:pPr><w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="5"/></w:numPr></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
    const cell = (text: string) => `<w:tc>${wordParagraph(text)}</w:tc>`;
    const body = [
      wordParagraph('Contents . . . 3', 'TM1'),
      wordParagraph('Herrings', 'Titre1'),
      wordParagraph('Their price', 'Spezial'),
      '<w:p><w:r><w:t>Kept</w:t></w:r><w:del><w:r><w:delText>gone</w:delText><w:t>gone</w:t></w:r></w:del><w:r><w:footnoteReference w:id="2"/></w:r></w:p>',
      item('first', 0),
      item('inner', 1),
      item('second', 0),
      `<w:tbl><w:tr>${cell('Fish')}${cell('Price')}</w:tr><w:tr>${cell('Herring | Baltic')}${cell('4')}</w:tr></w:tbl>`,
    ].join('');
    const notes = `<w:footnotes xmlns:w="w"><w:footnote w:id="2">${wordParagraph('By weight.')}</w:footnote></w:footnotes>`;
    const parts = { ...wordStyles, 'word/numbering.xml': numbering, 'word/footnotes.xml': notes };
    const { text, mime_type, name } = await extract(makeDocx(body, parts), 'fish.docx');
    expect(text).toBe(
      [
        '# Herrings',
        '## Their price',
        'Kept[2]',
        String.raw`1. first
  - 1.a) inner
2. second`,
        String.raw`| Fish | Price |
| --- | --- |
| Herring \| Baltic | 4 |`,
        '[2] By weight.',
      ].join('\n\n'),
    );
    expect({ mime_type, name }).toEqual({ mime_type: expect.stringContaining('wordprocessingml'), name: 'fish.docx' });
  });
});

it('restarts and changes the numbers of a DOCX list as its numbering says', async () => {
  const level = (format: string, text: string) =>
    `<w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/>`;
  const num = (id: number, overrides: string) =>
    `<w:num w:numId="${id}"><w:abstractNumId w:val="0"/>${overrides}</w:num>`;
  const start = (depth: number, value: number) =>
    `<w:lvlOverride w:ilvl="${depth}"><w:startOverride w:val="${value}"/></w:lvlOverride>`;
  const numbering =
    `<w:numbering xmlns:w="w"><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0">${level('decimal', '%1.')}</w:lvl>` +
    `<w:lvl w:ilvl="1">${level('lowerLetter', '%1%2)')}</w:lvl></w:abstractNum>` +
    num(1, '') +
    num(2, start(0, 1) + start(1, 3)) +
    num(3, '') +
    num(4, `<w:lvlOverride w:ilvl="0"><w:lvl w:ilvl="0">${level('upperRoman', '(%1)')}</w:lvl></w:lvlOverride>`) +
    '</w:numbering>';
  const items = [
    [1, 0, 'A'],
    [1, 0, 'B'],
    // A list that restarts; the level below it begins at its own start.
    [2, 0, 'C'],
    [2, 1, 'D'],
    [2, 0, 'E'],
    [2, 1, 'F'],
    // One without an override continues it.
    [3, 0, 'G'],
    [4, 0, 'H'],
  ] as const;
  const body = items.map(
    ([id, depth, text]) =>
      `<w:p><w:pPr><w:numPr><w:ilvl w:val="${depth}"/><w:numId w:val="${id}"/></w:numPr></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`,
  );
  const { text } = await extract(makeDocx(body.join(''), { 'word/numbering.xml': numbering }), 'list.docx');
  expect(text.split('\n').map((line) => line.replace(/^ *- /, '').trim())).toEqual([
    '1. A',
    '2. B',
    '1. C',
    '1c) D',
    '2. E',
    '2c) F',
    '3. G',
    '(IV) H',
  ]);
});

describe('the text of an XLSX', () => {
  it('names the sheet and keeps numbers, dates, booleans and shared texts', async () => {
    const cells = [
      '<row><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>When</t></is></c><c r="D1" t="str"><v>Sum</v></c></row>',
      '<row><c r="A2" t="b"><v>1</v></c><c r="B2" s="1"><v>45352.5</v></c><c r="D2"><v>0.30000000000000004</v></c></row>',
    ].join('');
    const parts = {
      'xl/sharedStrings.xml': '<sst><si><r><t>In </t></r><r><t>stock</t></r><rPh><t>phonetic</t></rPh></si></sst>',
      'xl/styles.xml':
        '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="&quot;on&quot; dd/mm"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs></styleSheet>',
    };
    const { text } = await extract(makeXlsx(cells, parts), 'prices.xlsx');
    expect(text.split('\n')).toEqual([
      '## Prices',
      '',
      '| In stock | When |  | Sum |',
      '| --- | --- | --- | --- |',
      '| TRUE | 2024-03-01 12:00 |  | 0.3 |',
    ]);
  });
});

describe('a cell of an XLSX', () => {
  const table = async (cells: string, parts: Readonly<Record<string, string>> = {}) =>
    (await extract(makeXlsx(cells, parts), 'a.xlsx')).text.split('\n').at(-1);

  it('is a time span if its format counts hours, minutes or seconds beyond a day', async () => {
    const codes = ['[h]:mm', '[hh]:mm:ss;@', '[mm]:ss', '[s]', '[Red][h]&quot; [m]&quot;', 'h:mm', '[$-409]d/m'];
    const formats = codes.map((code, index) => `<numFmt numFmtId="${170 + index}" formatCode="${code}"/>`).join('');
    const styles = [46, ...codes.map((_, index) => 170 + index)].map((id) => `<xf numFmtId="${id}"/>`).join('');
    const parts = {
      'xl/styles.xml': `<styleSheet><numFmts>${formats}</numFmts><cellXfs>${styles}</cellXfs></styleSheet>`,
    };
    const row = (value: number) =>
      table(
        `<row>${Array.from({ length: 8 }, (_, style) => `<c s="${style}"><v>0</v></c>`).join('')}</row>
         <row>${Array.from({ length: 8 }, (_, style) => `<c s="${style}"><v>${value}</v></c>`).join('')}</row>`,
        parts,
      );
    expect(await row(1.25)).toBe(
      '| 30:00:00 | 30:00 | 30:00:00 | 1800:00 | 108000 | 30 | 1899-12-31 06:00 | 1899-12-31 06:00 |',
    );
    expect(await row(-0.0625)).toMatch(/^\| -1:30:00 \| -1:30 \| -1:30:00 \| -90:00 \| -5400 \| -1:30 \|/);
    expect(await row(1e300)).toMatch(/^(\| 1e\+300 ){8}/);
  });

  it('has the characters that its text escapes', async () => {
    const cells =
      '<row><c t="s"><v>0</v></c><c t="inlineStr"><is><t>in_x0009_line</t></is></c><c t="str"><v>a_x000D_b</v></c></row>';
    const shared = '<sst><si><t>one_x000D_\ntwo _x005F_x000D_ _xD83D__xDE00_ _x0007_snake_case_x12_</t></si></sst>';
    expect(await table(`<row><c><v>1</v></c><c><v>2</v></c></row>${cells}`, { 'xl/sharedStrings.xml': shared })).toBe(
      '| one two _x000D_ 😀 snake_case_x12_ | in line | a b |',
    );
  });
});

describe('the text of a PDF', () => {
  it('marks pages, finds headings, and drops running titles and page numbers', async () => {
    const pdf = await makePdf(
      ['Alpha', 'Beta', 'Gamma'].map((heading) => ({
        heading,
        paragraphs: [`${heading} is described here at some length, so that this is the size of most of the text.`],
      })),
    );
    const { text, page_starts } = await extract(pdf, 'greek.pdf');
    expect(page_starts.map((start) => text.slice(start).split('\n', 1)[0])).toEqual(['# Alpha', '# Beta', '# Gamma']);
    expect(text).toContain('Beta is described here at some length');
    expect(text).not.toMatch(/running title|Page \d/);
  });

  it('keeps headings that differ only in their numbers', async () => {
    const about = 'It weighs three kilos, comes with a manual in nine languages, and is repaired within two years.';
    const sheets = [4711, 4712, 4713, 4720].map((number) => ({ heading: `Model ${number}`, paragraphs: [about] }));
    const { text } = await extract(await makePdf(sheets, { bare: true }), 'models.pdf');
    expect(text.match(/^# .*$/gm)).toEqual(['# Model 4711', '# Model 4712', '# Model 4713', '# Model 4720']);
  });

  it('keeps the only sentence of a page, but not a page number alone', async () => {
    const labels = [1, 2, 3].map((number) => ({
      heading: `Parcel ${number} goes to dock ${number + 4}`,
      paragraphs: [],
    }));
    const { text } = await extract(await makePdf(labels, { bare: true }), 'labels.pdf');
    expect(text).toContain('Parcel 2 goes to dock 6');
    const numbers = [1, 2, 3].map((number) => ({ heading: `Page ${number} of 3`, paragraphs: [] }));
    await expect(extract(await makePdf(numbers, { bare: true }), 'scan.pdf')).rejects.toMatchObject({ code: 'empty' });
  });
});

it('reads a DOC of Word 97', async () => {
  const file = new URL('../../../test/fixtures/letter.doc', import.meta.url);
  expect((await extract(await readFile(file), 'letter.doc')).text).toContain('a sentence about herrings.');
});

describe('the text of a page', () => {
  const page = `<html><head><title>Ways  to pay</title><style>p{}</style></head><body>
    <h1>Paying</h1><p>By <b>card</b>, or <a href="/cash">in cash</a>.<br>Always   &amp; everywhere.</p>
    <ul><li>one<ul><li>inner</li></ul></li><li>two</li></ul><ol start="3"><li><p>three</p></li></ol>
    <pre><code class="language-js">if (a &lt; b) {
  pay();
}</code></pre><blockquote><p>quoted</p></blockquote>
    <table><tr><th>Card</th><th>Fee</th></tr><tr><td>Visa</td><td>1 %</td></tr></table>
    <script>secret()</script><p># not a heading</p></body></html>`;

  it('becomes Markdown', async () => {
    const { text } = await extractText(
      { bytes: Buffer.from(page) },
      {
        workspaceId: 'default',
        fileName: '',
        mode: 'markdown',
        contentType: 'text/html',
        address: 'https://shop.test/help',
      },
    );
    expect(text).toContain('By **card**, or [in cash](https://shop.test/cash).\nAlways & everywhere.');
    expect(text).toContain('- one\n  - inner\n- two');
    expect(text).toContain('```js\nif (a < b) {\n  pay();\n}\n```');
    expect(text).toContain('| Card | Fee |\n| --- | --- |\n| Visa | 1 % |');
    expect(text).toContain('> quoted');
    expect(text).toContain(String.raw`\# not a heading`);
    expect(text).not.toContain('secret');
  });

  it('keeps the cells of a table in their columns, regardless of what their neighbours span', async () => {
    const table = `<table><tr><th colspan="3">Fish of the day</th></tr>
      <tr><th>Fish</th><th colspan="2">Size</th><th>Price</th></tr>
      <tr><td rowspan="2">Herring</td><td>small</td><td rowspan="3">fresh</td><td>4</td></tr>
      <tr><td>large</td><td>6</td></tr><tr><td colspan="2">Cod</td><td>9</td></tr>
      <tr><td>Eel</td><td colspan="1000">none</td></tr></table>`;
    const rows = ['| Fish | Size |  | Price |', '| --- | --- | --- | --- |', '| Herring | small | fresh | 4 |'];
    rows.push('|  | large |  | 6 |', '| Cod |  |  | 9 |', '| Eel | none |  |  |');
    expect((await extract(table, 'fish.html')).text).toBe(`Fish of the day\n\n${rows.join('\n')}`);
  });

  it('has superscript digits as such, so that they do not extend a number', async () => {
    const html =
      '<p>12<sup>99</sup> €, 10<sup>-6</sup> m<sup>2</sup>, Ca<sup>2+</sup>, known<sup><a href="#1">1</a></sup>, ' +
      '1<sup>st</sup>, Owl<sup>®</sup>, 5<sup> </sup>6, 7<sup>8</p><p>9';
    const text = '12⁹⁹ €, 10⁻⁶ m², Ca²⁺, known¹, 1st, Owl®, 5 6, 7⁸\n\n9';
    expect((await extract(html, 'price.html')).text).toBe(text);
    expect((await extract(html, 'price.html', 'text')).text).toBe(text);
  });

  it('has no soft hyphens, which would divide its words', async () => {
    const { text } = await extract('<h2>Öff&shy;nungs&shy;zeiten</h2><p>Im Erd\u00ADgeschoss</p>', 'a.html');
    expect(text).toBe('## Öffnungszeiten\n\nIm Erdgeschoss');
  });

  it('numbers a list from its start', async () => {
    const list = (start: string) => `<ol start="${start}"><li>a</li><li>b</li></ol><p>-</p>`;
    const { text } = await extract(['0', ' 4 ', '', 'x', '9e99'].map(list).join(''), 'list.html');
    const starts = text.split('\n\n-\n\n').map((part) => /^\d+/.exec(part)?.[0]);
    expect(starts).toEqual(['0', '4', '1', '1', '9']);
  });

  it('has elements that no HTML knows', async () => {
    const { text } = await extract('<p>The <constructor>old</constructor> harbour</p>', 'odd.html');
    expect(text).toBe('The old harbour');
  });

  it('becomes plain text', async () => {
    const { text, name } = await extract(page, 'help.html', 'text');
    expect(name).toBe('help.html');
    expect(text).toContain('Paying\n\nBy card, or in cash.\nAlways & everywhere.');
    expect(text).toContain('3. three');
    expect(text).not.toMatch(/[*[\]`]|secret/);
  });

  it('is not changed if HTML is requested', async () => {
    expect((await extract(page, 'help.html', 'html')).text).toBe(page);
  });

  it('leaves out the boilerplate around a fetched article', async () => {
    const prose = 'The harbour was quiet, and the boats, which had come in at noon, lay side by side. '.repeat(12);
    const site = `<html><head><title>Harbour</title></head><body><nav>${'<a href="/x">Menu entry</a> '.repeat(30)}</nav>
      <article><h1>At the harbour</h1>${`<p>${prose}</p>`.repeat(4)}</article><footer>Imprint</footer></body></html>`;
    const { text, name } = await extractText(
      { bytes: Buffer.from(site) },
      { workspaceId: 'default', fileName: '', mode: 'text', contentType: 'text/html', address: 'https://news.test/' },
    );
    expect(name).toBe('Harbour');
    expect(text).toContain('the boats, which had come in at noon');
    expect(text).not.toMatch(/Menu entry|Imprint/);
  });
});

it('converts CSV to a table, and fences code so that its comments are not headings', async () => {
  const csv = 'name;note\n"Smith; John";"says ""hi"""\n';
  expect((await extract(csv, 'people.csv')).text).toBe('| name | note |\n| --- | --- |\n| Smith; John | says "hi" |');
  expect((await extract(csv, 'people.csv', 'text')).text).toBe(csv);
  expect((await extract('# comment\nrun()\n', 'a.py')).text).toBe('```python\n# comment\nrun()\n```');
});
