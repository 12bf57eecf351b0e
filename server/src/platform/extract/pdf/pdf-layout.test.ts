import { describe, expect, it } from 'vitest';
import { makePrintedPdf } from '../../../../test/documents.ts';
import { extractText } from '../extract-text.ts';
import type { PdfLine } from './pdf-lines.ts';
import { createTableBudget, findTables } from './pdf-tables.ts';

type Placed = [x: number, y: number, text: string];

const extract = async (...pages: Placed[][]): Promise<string> => {
  const bytes = await makePrintedPdf(pages);
  return (await extractText({ bytes }, { workspaceId: 'default', fileName: 'a.pdf', mode: 'markdown' })).text;
};

const sentence =
  'This sentence fills a whole line of the page, as the text of a document usually does, so that it is prose.';
const row = (y: number, ...cells: string[]): Placed[] => cells.map((cell, index) => [72 + index * 130, y, cell]);
const prices = [
  row(300, 'Ticket', 'Price', 'Valid'),
  row(324, 'Adult', '12 EUR', 'one day'),
  row(348, 'Child', '5 EUR', ''),
];

describe('a table of a PDF', () => {
  it('keeps its cells, with those of several lines, and ends with the next paragraph', async () => {
    const family: Placed[] = [
      [72, 372, 'Two adults and'],
      [72, 385, 'their children'],
      [202, 378.5, '30 EUR'],
      [332, 378.5, 'two days'],
    ];
    const after: Placed[] = [
      [72, 430, sentence],
      [72, 444, sentence],
      [72, 458, sentence],
      [72, 484, 'As of May'],
    ];
    expect(await extract([[72, 260, sentence], ...prices.flat(), ...family, ...after])).toBe(
      [
        sentence,
        '| Ticket | Price | Valid |\n| --- | --- | --- |\n| Adult | 12 EUR | one day |\n| Child | 5 EUR |  |\n' +
          '| Two adults and their children | 30 EUR | two days |',
        `${sentence} ${sentence} ${sentence}`,
        'As of May',
      ].join('\n\n'),
    );
  });

  it('has its header on each page that it continues on', async () => {
    const page = (number: number): Placed[] => [
      [72, 30, 'The museum'],
      ...row(80, 'Ticket', 'Price', 'Valid'),
      ...[1, 2, 3].flatMap((line) =>
        row(80 + line * 24, `Ticket ${number}-${line}`, `${number * line} EUR`, 'one day'),
      ),
      [500, 760, `${number}`],
    ];
    const text = await extract(page(1), page(2), page(3));
    const table = (number: number): string =>
      ['| Ticket | Price | Valid |\n| --- | --- | --- |']
        .concat([1, 2, 3].map((line) => `| Ticket ${number}-${line} | ${number * line} EUR | one day |`))
        .join('\n');
    expect(text).toBe([1, 2, 3].map(table).join('\n\n'));
  });

  it.each([0, 90, 180, 270])('and the paragraphs beside it are kept on a page turned by %s degrees', async (turn) => {
    const text: Placed[] = [
      [72, 100, sentence],
      [72, 114, sentence],
      [72, 160, sentence],
      [72, 174, sentence],
    ];
    const bytes = await makePrintedPdf([[...text, ...prices.flat(), ...row(372, 'Group', '40 EUR', 'a week')]], turn);
    expect((await extractText({ bytes }, { workspaceId: 'default', fileName: 'a.pdf', mode: 'markdown' })).text).toBe(
      [
        `${sentence} ${sentence}`,
        `${sentence} ${sentence}`,
        '| Ticket | Price | Valid |\n| --- | --- | --- |\n| Adult | 12 EUR | one day |\n| Child | 5 EUR |  |\n' +
          '| Group | 40 EUR | a week |',
      ].join('\n\n'),
    );
  });

  it('has no header if its first row is one of the others', async () => {
    const hours = [
      row(300, 'Monday', '9-12', '14-18'),
      row(320, 'Tuesday', '9-12', '14-18'),
      row(340, 'Friday', '9-12', '14-16'),
    ];
    expect(await extract(hours.flat())).toMatch(/^\| {2}\| {2}\| {2}\|\n\| --- \| --- \| --- \|\n\| Monday \| 9-12 \|/);
  });

  it('has its sums below its rows, and no header of another table', async () => {
    const sum: Placed[] = [
      [202, 342, 'Sum'],
      [332, 342, '17 EUR'],
    ];
    const first = [row(300, 'Item', 'Number', 'Price'), row(314, 'Bell', '1', '9 EUR'), row(328, 'Lamp', '2', '8 EUR')];
    const next = [row(80, 'Guide', 'Room', 'Years'), row(100, 'Ann', '1', '3'), row(120, 'Ben', '2', '5')];
    expect(await extract([...first.flat(), ...sum], next.flat())).toBe(
      '| Item | Number | Price |\n| --- | --- | --- |\n| Bell | 1 | 9 EUR |\n| Lamp | 2 | 8 EUR |\n|  | Sum | 17 EUR |\n\n' +
        '| Guide | Room | Years |\n| --- | --- | --- |\n| Ann | 1 | 3 |\n| Ben | 2 | 5 |',
    );
  });

  it('is looked for in no more than linear time', () => {
    // Each line could begin a table, and none does.
    const lines = Array.from({ length: 20_000 }, (_, index): PdfLine => {
      const columns = Array.from({ length: index % 100 === 0 ? 9 : 3 }, (_, column) => (column + (index % 7)) * 20);
      const spans = columns.map((x) => ({ text: 'x', x, right: x + 8 }));
      return { text: 'x', x: 0, y: -index / 1000, right: 300, fontSize: 10, isMonospaced: false, spans };
    });
    const start = performance.now();
    expect(findTables(lines, createTableBudget())).toHaveLength(lines.length);
    expect(performance.now() - start).toBeLessThan(15_000);
  });

  it('is not made of words that are far apart', async () => {
    const words = sentence.split(' ').slice(0, 12);
    const spread = (y: number, shift: number): Placed[] =>
      words.slice(0, 4).map((word, index) => [72 + index * 100 + ((index * shift) % 97), y, word]);
    const text = await extract([...spread(300, 40), ...spread(314, 75), ...spread(328, 10), ...spread(342, 60)]);
    expect(text).not.toContain('|');
  });
});

describe('the running lines of a PDF', () => {
  it('are left out if there are several of them, except the first with figures, such as an address', async () => {
    const page = (number: number, text: string): Placed[] => [
      [72, 30, 'Museum guide'],
      [72, 44, 'Version 3.2, internal'],
      [72, 760, 'Confidential'],
      [400, 760, `Page ${number} of 3`],
      [72, 774, 'Turfkade 18, Assen'],
      [72, 100, text],
      [72, 114, `${text} is shown to all visitors of the house.`],
    ];
    const texts = ['The hall', 'The garden', 'The shop'];
    expect(await extract(...texts.map((text, index) => page(index + 1, text)))).toBe(
      'Version 3.2, internal\nTurfkade 18, Assen\n\n' +
        texts.map((text) => `${text}\n${text} is shown to all visitors of the house.`).join('\n\n'),
    );
  });

  it('are not the same lines of a paragraph on each page, nor pages of nothing else', async () => {
    const product = (name: string): Placed[] => [
      [72, 100, `${name} is good for you.`],
      [72, 114, 'Delivery costs 5 EUR.'],
    ];
    expect(await extract(product('Tea'), product('Milk'), product('Salt'))).toBe(
      ['Tea', 'Milk', 'Salt'].map((name) => `${name} is good for you. Delivery costs 5 EUR.`).join('\n\n'),
    );
    const slide: Placed[] = [
      [72, 80, 'Fire exits'],
      [72, 120, 'Use the stairs.'],
    ];
    expect(await extract(slide, slide, slide)).toContain('Use the stairs.');
  });

  it('are not those that differ in other numbers than the page’s', async () => {
    const sheet = (model: number, price: number): Placed[] => [
      [72, 80, `Model ${model}`],
      [72, 100, sentence],
      [72, 740, `Price: ${price} EUR`],
    ];
    const text = await extract(sheet(4711, 899), sheet(4718, 299), sheet(4720, 1999), sheet(4790, 12));
    expect(text.match(/\d+/g)).toEqual(['4711', '899', '4718', '299', '4720', '1999', '4790', '12']);
  });
});

it('joins the hyphenated lines of a PDF', async () => {
  const lines = [
    'Please send us the form by E-',
    'Mail. The Vor-',
    'und Nachteile are explained in the exhi-',
    'bition of the year.',
  ];
  const text = await extract(lines.map((line, index): Placed => [72, 100 + index * 14, line.padEnd(40, ' ')]));
  expect(text.replaceAll('\n', ' ')).toBe(
    'Please send us the form by E-Mail. The Vor- und Nachteile are explained in the exhibition of the year.',
  );
});
