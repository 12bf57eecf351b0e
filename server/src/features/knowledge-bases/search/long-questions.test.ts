import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, eventually } from '../../../../test/client.ts';
import { interceptQueries } from '../../../../test/intercept-queries.ts';
import { type ServerUnderTest, startServer } from '../../../../test/start-server.ts';

const bases: string[] = [];
const toLetters = (at: number): string => String(at).replaceAll(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)));
const unknownWords = Array.from({ length: 160 }, (_, at) => `qwvzkxjqwvzkxjqwvzkx${toLetters(1000 + at)}`);
const rareWords = Array.from({ length: 40 }, (_, at) => `quark${toLetters(1000 + at)}`);

let server: ServerUnderTest;
beforeAll(async () => {
  server = await startServer();
  for (const name of ['One', 'Two', 'Three', 'Four']) await createBase(name);
});
afterAll(async () => server.close());

async function createBase(name: string): Promise<void> {
  const { id } = (await call(server, 'POST', '/api/v1/knowledge-bases', { body: { name } })).body.data;
  const path = `/api/v1/knowledge-bases/${id}`;
  const text = `We are open from nine to five. ${rareWords[bases.length * 10 + 9]} is in stock.`;
  await call(server, 'POST', `${path}/documents`, { body: { name, text } });
  await eventually(async () => ((await call(server, 'GET', path)).body.data.chunk_count === 1 ? true : undefined));
  bases.push(id);
}

const ask = async (query: string) => {
  const { status, body } = await call(server, 'POST', '/api/v1/knowledge-bases/search', { body: { query } });
  expect(status).toBe(200);
  return body.data.results as { document_name: string }[];
};

it('finds the documents with one of many words', async () => {
  const found = await ask(rareWords.join(' '));
  expect(found.map(({ document_name: name }) => name).toSorted()).toEqual(['Four', 'One', 'Three', 'Two']);
});

it('a page of unknown words is corrected in bounded steps', async () => {
  let steps = 0;
  const restore = interceptQueries(server.platform.database, (text, run) => {
    if (text.includes('near AS MATERIALIZED')) steps += 1;
    return run();
  });
  await ask(unknownWords.join(' '));
  restore();
  // Forty words of 24 letters have up to 25 numbers in each of four bases, of which 512 are looked up together.
  expect(steps).toBeGreaterThan(4);
  expect(steps).toBeLessThanOrEqual(8);
});
