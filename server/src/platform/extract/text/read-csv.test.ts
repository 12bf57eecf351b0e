import { expect, it } from 'vitest';
import { extractText } from '../extract-text.ts';

const read = async (csv: string): Promise<string> =>
  (await extractText({ bytes: Buffer.from(csv) }, { workspaceId: 'default', fileName: 'a.csv', mode: 'markdown' }))
    .text;

it('reads a CSV with its separator and its title above the header', async () => {
  expect(await read('sep=;\nBike;Price\nCity, red;5,90')).toBe('| Bike | Price |\n| --- | --- |\n| City, red | 5,90 |');
  expect(await read('Prices of 2026,,\n,,\nBike,Price,Stock\nCity,5,\n')).toBe(
    'Prices of 2026\n\n| Bike | Price | Stock |\n| --- | --- | --- |\n| City | 5 |  |',
  );
  expect(await read('Bike,\nCity,5\n')).toBe('| Bike |  |\n| --- | --- |\n| City | 5 |');
  expect(await read('Mail,\na@b.example,\n')).toBe('| Mail |  |\n| --- | --- |\n| a@b.example |  |');
});

it('reads a CSV with thousands of columns that few of its rows fill', async () => {
  const columns = Array.from({ length: 10_000 }, (_, index) => `c${index}`);
  const text = await read([columns.join(), ...Array.from({ length: 2_000 }, () => '1,2,3')].join('\n'));
  const lines = text.split('\n');
  expect(lines).toHaveLength(2_002);
  expect(lines[0]).toBe(`| ${columns.join(' | ')} |`);
  expect(lines.at(-1)?.replaceAll('  |', '')).toBe('| 1 | 2 | 3 |');
});

it('reads many short rows below a very wide header in linear time', async () => {
  const columns = Array.from({ length: 100_000 }, (_, index) => `c${index}`);
  const csv = [columns.join(), ...Array.from({ length: 100_000 }, () => '1')].join('\n');
  const start = performance.now();
  expect((await read(csv)).split('\n')).toHaveLength(100_002);
  // Counting each missing cell takes more than a minute.
  expect(performance.now() - start).toBeLessThan(15_000);
});
