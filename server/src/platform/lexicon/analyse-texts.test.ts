import { afterAll, describe, expect, test } from 'vitest';
import { createSandbox, type Sandbox } from '../sandbox/sandbox.ts';
import { analyseText } from './analyse-text.ts';
import { analyseTexts } from './analyse-texts.ts';

const sandbox = createSandbox(1);
afterAll(() => sandbox.close());

const limits = { workspaceId: 'w' };

describe('the words of a document’s chunks', () => {
  const long = {
    content: 'Les cigognes reviennent toujours au printemps, quand la neige fond dans la vallée. '.repeat(400),
    heading: 'Oiseaux > Cigognes',
    title: 'Les oiseaux',
  };

  test('are the same from a separate process as in this one', async () => {
    const texts = [long, { content: '!', title: '' }, { content: 'The storks’ nests.' }];
    const analysed = await analyseTexts(texts, 'fr', sandbox, limits);
    expect(analysed).toEqual(texts.map((text) => analyseText(text, 'fr')));
    expect(analysed.map(({ language }) => language)).toEqual(['fr', 'fr', 'en']);
  });

  test('are counted in this process if the texts are short and it has stemmed before', async () => {
    analyseText({ content: 'Storks return in spring.' });
    const none: Sandbox = { run: async () => Promise.reject(new Error('a process was asked')), close: () => {} };
    const short = [{ content: 'Storks return in spring.' }];
    expect(await analyseTexts(short, undefined, none, limits)).toEqual([
      analyseText({ content: short[0]?.content ?? '' }),
    ]);
    await expect(analyseTexts([long], 'fr', none, limits)).rejects.toThrow('a process was asked');
  });

  test('end with the reason when the process does not answer in time, or dies', async () => {
    const stuck = (kind: 'timeout' | 'crashed'): Sandbox => ({ run: async () => ({ kind }), close: () => {} });
    await expect(analyseTexts([long], 'fr', stuck('timeout'), limits)).rejects.toMatchObject({ code: 'timeout' });
    await expect(analyseTexts([long], 'fr', stuck('crashed'), limits)).rejects.toMatchObject({ code: 'memory_limit' });
  });
});
