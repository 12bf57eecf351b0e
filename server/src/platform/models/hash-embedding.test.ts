import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HashEmbedding } from './hash-embedding.ts';

const model = new HashEmbedding();
const { signal } = new AbortController();

async function compare(a: string, b: string): Promise<number> {
  const [first, second] = await model.embed([a, b], signal);
  if (!first || !second) throw new Error('a vector is missing');
  return first.reduce((sum, value, index) => sum + value * (second[index] ?? 0), 0);
}

describe('portico-hash-1536', () => {
  it('returns the same vector of length 1 for a text each time', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 200 }), async (text) => {
        const [vector] = await model.embed([text], signal);
        const [again] = await new HashEmbedding().embed([text], signal);
        const length = Math.hypot(...(vector ?? []));
        expect(vector).toHaveLength(1536);
        expect(length).toBeCloseTo(1, 4);
        expect(again).toEqual(vector);
      }),
      { numRuns: 100 },
    );
  });

  it.each([
    [
      'How do I reset my password?',
      'To reset a password, open the account page and choose Reset.',
      'The harvest festival takes place in autumn.',
    ],
    ['installing the server', 'The installation of servers is described here.', 'Bees collect nectar from flowers.'],
    ['webhook retries', 'A failed webhook is retried seven times.', 'The bridge is closed in May.'],
    ['Rechnung bezahlen', 'Bezahlen Sie Ihre Rechnungen per Überweisung.', 'Der Zug fährt um neun Uhr ab.'],
    ['パスワードを変更する', 'パスワードの変更は設定ページで行います。', '天気は晴れです。'],
    ['misspeled configuraton', 'The configuration was misspelled.', 'A bird in the hand is worth two in the bush.'],
  ])('scores "%s" closer to related text', async (query, related, unrelated) => {
    const near = await compare(query, related);
    const far = await compare(query, unrelated);
    expect(near).toBeGreaterThan(far + 0.1);
    expect(Math.abs(far)).toBeLessThan(0.12);
  });

  it('finds the passage of a question among many', async () => {
    const topics = [
      'apples',
      'bridges',
      'carpets',
      'dolphins',
      'elevators',
      'forests',
      'glaciers',
      'helmets',
      'islands',
      'jackets',
    ];
    const texts = topics.map(
      (topic) =>
        `This chapter is about ${topic}. Everything that is known about them is written here, with a few words on their history, and how they are made or found.`,
    );
    const vectors = await model.embed(texts, signal);
    for (const [index, topic] of topics.entries()) {
      const [query] = await model.embed([`What do we know about the history of ${topic.slice(0, -1)}?`], signal);
      const scores = vectors.map((vector) => vector.reduce((sum, value, at) => sum + value * (query?.[at] ?? 0), 0));
      expect(scores.indexOf(Math.max(...scores))).toBe(index);
    }
  });

  it('considers word order and repetition, but not upper case and accents', async () => {
    expect(await compare('Café Crème', 'cafe creme')).toBeCloseTo(1, 5);
    expect(await compare('dog bites man today', 'man bites dog today')).toBeLessThan(0.99);
    expect(await compare('alpha alpha alpha beta', 'alpha')).toBeGreaterThan(
      await compare('alpha beta beta beta', 'alpha'),
    );
  });

  it('stops when the signal fires', async () => {
    await expect(model.embed(['a'], AbortSignal.abort(new Error('stop')))).rejects.toThrow('stop');
  });
});
