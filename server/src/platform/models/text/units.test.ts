import { describe, expect, it } from 'vitest';
import { splitBlocks } from './blocks.ts';
import { splitSentences } from './sentences.ts';
import { stemWord } from './stem.ts';
import { splitUnits } from './units.ts';
import { splitWords } from './words.ts';

describe('words', () => {
  it.each([
    ['OPENAI_API_KEY=x', ['openai', 'api', 'key', 'x']],
    ["Don't panic", ["don't", 'panic']],
    ['Ärger über Straßen', ['arger', 'uber', 'straßen']],
    ['我喜欢猫', ['我', '喜欢', '猫']],
    ['…!?', []],
  ])('of %s', (text, expected) => {
    expect(splitWords(text)).toEqual(expected);
  });

  it.each([
    [['install', 'installs', 'installed', 'installing', 'installation', 'installations']],
    [['configure', 'configures', 'configuration', 'configuring']],
    [['delete', 'deleted', 'deletion', 'deleting']],
    [['retry', 'retries', 'retried', 'retrying']],
    [['price', 'prices', 'pricing']],
    [['deploy', 'deployment', 'deployed']],
    [['run', 'runs', 'running']],
  ])('of one family share a stem: %s', (family) => {
    expect(new Set(family.map(stemWord)).size).toBe(1);
  });

  it('of different families do not', () => {
    const words = ['string', 'strong', 'thing', 'king', 'need', 'status', 'bus', 'news', 'class', 'process'];
    expect(new Set(words.map(stemWord)).size).toBe(words.length);
  });
});

describe('sentences', () => {
  it.each([
    ['Dr. Smith met Mr. J. Doe, e.g. at 5 p.m. on Sunday. They left.', 2],
    ['It costs 4.2 million. See www.example.com for more. Really? Yes!', 4],
    ['これは文です。次の文です。', 2],
    ['no end', 1],
    ['', 0],
  ])('of "%s"', (text, count) => {
    expect(splitSentences(text)).toHaveLength(count);
  });
});

describe('blocks', () => {
  it('are those of Markdown', () => {
    const text =
      '# Title\n\nOne\ntwo.\n\n- a\n  more\n- b\n\n1. c\n\n| h |\n|---|\n| v |\n\n```js\n# no heading\n```\n\nSetext\n---\nEnd.';
    expect(splitBlocks(text).map((block) => [block.kind, block.text])).toEqual([
      ['heading', 'Title'],
      ['paragraph', 'One two.'],
      ['item', 'a more'],
      ['item', 'b'],
      ['item', 'c'],
      ['row', '| h |'],
      ['row', '|---|'],
      ['row', '| v |'],
      ['code', '```js\n# no heading\n```'],
      ['heading', 'Setext'],
      ['paragraph', 'End.'],
    ]);
  });

  it('repair words that a PDF has hyphenated, and close a fence that was cut off', () => {
    expect(splitBlocks('The exam-\nple goes on.')[0]?.text).toBe('The example goes on.');
    expect(splitBlocks('```sh\nnpm start')[0]?.text).toBe('```sh\nnpm start\n```');
  });

  it('leave out images, with the link around one, but not those in code', () => {
    const image = '![The first run: a chat. And a\nform](docs/first-run.webp)';
    const text = `[![build](https://ci.example/badge.svg)](https://ci.example)\n\n${image}\n\nIt runs ![ok](ok.png) well.\n\n- ![a](a.png)\n- Item`;
    expect(splitBlocks(text).map((block) => block.text)).toEqual(['It runs well.', 'Item']);
    expect(splitUnits('Write `![text](address)` for an image.')[0]?.text).toContain('![text](address)');
  });

  it('give each unit the heading above it', () => {
    const units = splitUnits('# A\n\nOne. Two.\n\n## B\n\n- Three');
    expect(units.map(({ text, heading, kind }) => [text, heading, kind])).toEqual([
      ['One.', 'A', 'sentence'],
      ['Two.', 'A', 'sentence'],
      ['Three', 'B', 'item'],
    ]);
  });
});

it.each([
  ['Come and see us.\n\nRadhaus Weber, Lindenstraße 12', 'Radhaus Weber, Lindenstraße 12'],
  ['Come and see us.\n\nLindenstraße 12', 'Lindenstraße 12'],
  ['Opening hours\n\nMonday to Friday 9–17\n\n# Prices\n\nAsk us.', 'Monday to Friday 9–17'],
])('has the last line of a section if it has figures: %j', (text, expected) => {
  expect(splitUnits(text).map((unit) => unit.text)).toContain(expected);
});

it.each(['2.1 Installation', 'Chapter 3'])('has no numbered heading whose section was cut off: %s', (heading) => {
  expect(splitUnits(`Turn it on.\n\n${heading}`).map((unit) => unit.text)).toEqual(['Turn it on.']);
});
