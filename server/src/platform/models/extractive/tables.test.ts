import { expect, it } from 'vitest';
import type { ChatMessage, Passage } from '../chat-model.ts';
import { ask, readAnswer } from '../testing.ts';
import { ExtractiveModel } from './extractive-model.ts';

const model = new ExtractiveModel({ wordDelayMs: 0 });

const content = `# Coffee prices

| Coffee | 250 g | 1 kg |
|---|---|---|
| House espresso | €7.90 | €27.00 |
| Ethiopia Sidamo | €9.90 | €35.00 |
| Decaf Colombia | €8.90 | €32.00 |

# Courses

| Course | Length | Price |
|---|---|---|
| Barista basics | 3 hours | €79 |
| Latte art | 2 hours | €59 |
| Cupping | 90 minutes | €25 |

| Room | Seats |
|---|---|
| Roastery | 8 |
| Attic | 12 |

# Opening hours of the harbour office

| Day | Summer | Winter |
|---|---|---|
| Monday–Friday | 8:00–18:00 | 9:00–13:00 |
| Sunday | 9:00–16:00 | closed |

On public holidays the office opens as on Sundays.

# Berths

| Boat length | Summer |
|---|---|
| up to 8 m | €18 |
| 8–12 m | €27 |
| 12–16 m | €39 |
`;

const passage: Passage = {
  chunk_id: 'chk_1',
  document_id: 'doc_1',
  document_name: 'prices.md',
  title: 'prices.md',
  url: null,
  heading: null,
  content,
  score: 0.5,
};

/** The quotation in the reply to the last of the questions. */
async function quoteFor(...questions: string[]): Promise<string> {
  const messages = questions.flatMap((question, at): ChatMessage[] => [
    ...(at === 0 ? [] : [{ role: 'assistant' as const, content: 'See above.' }]),
    { role: 'user', content: question },
  ]);
  const { text } = await readAnswer(model, { ...ask(''), messages, passages: [passage] });
  return text
    .split('\n')
    .flatMap((line) => (line.startsWith('> ') ? [line.slice(2)] : []))
    .join('\n');
}

it.each([
  ['after another heading', 'How much is the latte art course?', '| Course | Length | Price |', '| Latte art |'],
  ['after an empty line', 'How many seats are in the attic?', '| Room | Seats |', '| Attic | 12 |'],
])('quotes a row with the header of its own table: %s', async (_, question, header, row) => {
  const [first, border, ...rows] = (await quoteFor(question)).split('\n');
  expect(first).toBe(header);
  expect(border).toMatch(/^\|-/u);
  expect(rows).toEqual([expect.stringContaining(row)]);
});

it('quotes no row of the table below another one', async () => {
  expect(await quoteFor('What do the courses cost?')).not.toContain('Room');
});

it('quotes the row that a follow-up names, not that of the question before', async () => {
  const kilo = 'How much is a kilo of Ethiopia Sidamo?';
  const art = 'How much is the latte art course?';
  expect(await quoteFor(kilo, 'and the decaf?')).toMatch(/\| Decaf Colombia \|[^\n]*$/u);
  expect(await quoteFor(art, 'And the cupping?')).toMatch(/\| Cupping \|[^\n]*$/u);
  expect(await quoteFor(art, 'And the cupping?', 'How long is it?')).toMatch(/\| Cupping \|[^\n]*$/u);
});

it('quotes the table below a heading that is the question, and one row if it asks for more', async () => {
  const question = 'When is the harbour office open?';
  expect(await quoteFor(question)).toContain('| Monday–Friday | 8:00–18:00 | 9:00–13:00 |\n| Sunday |');
  expect(await quoteFor(question, 'And on Sunday?')).toMatch(/^\| Day [^\n]*\n[^\n]*\n\| Sunday \|[^\n]*/u);
});

it('quotes all rows if the question has only a word that all of them have', async () => {
  const quote = await quoteFor('What does a boat of 14 m cost?');
  expect(quote).toContain('| up to 8 m | €18 |');
  expect(quote).toContain('| 12–16 m | €39 |');
});

it.each([
  [
    'What does the Roma E cost?',
    '2149',
    '| Name | Price |\n| --- | --- |\n| Roma | 649.00 |\n| Roma E | 2149.00 |\n| Pisa | 799.00 |',
  ],
  ['Was kostet das Roma E?', '2149', '# Roma\n\nDas Rad kostet 649 Euro.\n\n# Roma E\n\nDas Rad kostet 2149 Euro.'],
  ['How much is Vitamin D?', '12', 'Vitamin C costs 9 euros.\n\nVitamin D costs 12 euros.\n\nVitamin E costs 8 euros.'],
  [
    'What can I get for Roma?',
    '649',
    '| Name | Price |\n| --- | --- |\n| Roma | 649 € |\n| Roma I | 2149 € |\n| Pisa | 799 € |',
  ],
])('begins with what has the name in the question, not a similar one: %s', async (question, expected, prices) => {
  const { text } = await readAnswer(model, { ...ask(question), passages: [{ ...passage, content: prices }] });
  expect(/\d+/u.exec(text.replaceAll(/\[\d+\]/gu, ''))?.[0]).toBe(expected);
});
