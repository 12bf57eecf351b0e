import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ModelServer, startModelServer } from '../../../../test/model-server/start-model-server.ts';
import { createModels } from '../models.ts';
import { silentLog } from '../testing.ts';
import { batchTexts } from './embedding-batches.ts';

let server: ModelServer;
const { signal } = new AbortController();

beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.calls.length = 0;
  server.always({});
});

function connect(name = 'text-embedding-3-small') {
  const retries = { attempts: 3, firstWaitMs: 1 };
  return createModels({ openaiBaseUrl: server.url, defaultModel: 'm', retries }, silentLog).embedding(name);
}

describe('embeddings', () => {
  it('are in the order of the texts, regardless of the number format', async () => {
    const embeddings = [
      [1, 0.5],
      [-0.25, 3],
    ];
    server.reply({ embeddings, embeddingEncoding: 'float' }, { embeddings, embeddingEncoding: 'base64' });
    const model = connect('tiny');
    for (let round = 0; round < 2; round += 1)
      expect((await model.embed(['a', 'b'], signal)).map((vector) => [...vector])).toEqual(embeddings);
  });

  it('get their dimensions from the name or the first response', async () => {
    expect(connect('text-embedding-3-large').dimensions).toBe(3072);
    const other = connect('nomic-embed-text');
    expect(other.dimensions).toBeNull();
    server.reply({ embeddings: [[1, 2, 3]] });
    await other.embed(['a'], signal);
    expect(other.dimensions).toBe(3);
  });

  it('request floats if base64 is refused', async () => {
    server.reply({ status: 400, error: { message: 'encoding_format base64 is not supported' } });
    expect(await connect().embed(['a'], signal)).toHaveLength(1);
    expect(server.calls.map((call) => call.body['encoding_format'])).toEqual(['base64', 'float']);
  });

  it('are repeated on 429 and 5xx', async () => {
    server.reply({ status: 429, headers: { 'retry-after': '0' } }, { status: 502 });
    expect(await connect().embed(['a'], signal)).toHaveLength(1);
    expect(server.calls).toHaveLength(3);
  });

  it.each([
    ['too few vectors', { embeddings: [[1, 2]] }],
    ['vectors of several lengths', { embeddings: [[1], [1, 2]] }],
    ['empty vectors', { embeddings: [[], []] }],
  ])('refuse a response with %s', async (_, reply) => {
    server.always(reply);
    await expect(connect('tiny').embed(['a', 'b'], signal)).rejects.toMatchObject({ code: 'model_bad_answer' });
  });

  it('make no call without texts', async () => {
    expect(await connect().embed([], signal)).toEqual([]);
    expect(server.calls).toHaveLength(0);
  });

  it('split long lists into requests of at most 2,048', async () => {
    const vectors = await connect().embed(
      Array.from({ length: 2100 }, (_, index) => `text ${index}`),
      signal,
    );
    expect(vectors).toHaveLength(2100);
    expect(server.calls.map((call) => (call.body['input'] as string[]).length)).toEqual([2048, 52]);
  });

  it('stop when the signal fires', async () => {
    await expect(connect().embed(['a'], AbortSignal.abort(new Error('stop')))).rejects.toThrow('stop');
    expect(server.calls).toHaveLength(0);
  });
});

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

describe('batches', () => {
  it('have at most 300,000 tokens, and truncate an input at 8,192', async () => {
    const long = 'word '.repeat(10_000);
    const batches = await collect(batchTexts(Array.from({ length: 40 }, () => long)));
    expect(batches.map((batch) => batch.length)).toEqual([36, 4]);
    expect(batches[0]?.[0]?.length).toBeLessThan(long.length);
    expect(batches[0]?.[0]?.startsWith('word word')).toBe(true);
  });

  it('never contain an empty input', async () => {
    expect(await collect(batchTexts(['', '  \n']))).toEqual([[' ', ' ']]);
  });
});
