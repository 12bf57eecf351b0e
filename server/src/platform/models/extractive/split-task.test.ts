import { describe, expect, it } from 'vitest';
import { splitTask } from './split-task.ts';

const story = 'The ferry to the island leaves at nine. '.repeat(10).trim();
const instruction = 'Summarise this in one sentence, please.';

describe('an instruction is divided from the text that it refers to', () => {
  it.each([
    ['a tag', `Summarise this <article>\n${story}\n</ARTICLE> in one sentence, please.`],
    ['quotation marks', `Summarise this """ ${story} """ in one sentence, please.`],
    ['a fence', `Summarise this\n\`\`\`markdown\n${story}\n\`\`\` in one sentence, please.`],
  ])('in %s', (_, prompt) => {
    expect(splitTask(prompt)).toEqual({ instruction, body: story });
  });

  it('also if another mark before it is not closed', () => {
    expect(splitTask(`Summarise this <file> <text>${story}</text>`)).toEqual({
      instruction: 'Summarise this <file>',
      body: story,
    });
  });

  it('unless the mark encloses only a part of the message', () => {
    const prompt = `What does <file>a.txt</file> say? ${story}`;
    expect(splitTask(prompt)).toEqual({ instruction: '', body: prompt });
  });

  it.each([
    ['spaces after a quotation mark', `Summarise """${' '.repeat(100_000)}x`],
    ['spaces after a tag', `Summarise <text>${' '.repeat(100_000)}x`],
    ['tags', '<text> '.repeat(15_000)],
    ['tags of two names', '<text> <file> '.repeat(8_000)],
    ['fences', 'Hello\n```\n'.repeat(7_000)],
  ])('in linear time: %s', (_, prompt) => {
    expect(splitTask(prompt)).toMatchObject({ body: prompt.trim() });
  });
});
