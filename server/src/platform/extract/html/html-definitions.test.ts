import { expect, it } from 'vitest';
import { extractText } from '../extract-text.ts';

const extract = async (body: string): Promise<string> => {
  const options = { workspaceId: 'default', fileName: 'shop.html', mode: 'markdown' } as const;
  return (await extractText({ bytes: Buffer.from(`<html><body>${body}</body></html>`) }, options)).text;
};

it('writes a short definition after its term', async () => {
  const list =
    '<p>About us</p><dl><dt>Opening hours</dt><dd>Mon-Fri 9-17</dd><dd><p>Sat 10-14</p></dd>' +
    '<div><dt>Guarantee:</dt><dd><b>Two</b> years</dd></div><dt>Small</dt><dt>Medium</dt><dd>12 €</dd></dl><p>After</p>';
  expect(await extract(list)).toBe(
    'About us\n\n- Opening hours: Mon-Fri 9-17, Sat 10-14\n- Guarantee: **Two** years\n- Small / Medium: 12 €\n\nAfter',
  );
});

it('joins the paragraphs of a definition like running text', async () => {
  const list =
    '<dl><dt>Returns</dt><dd><p>Within <b>30 days.</b></p><p>Keep the receipt:</p><p>it is needed</p></dd></dl>';
  expect(await extract(list)).toBe('- Returns: Within **30 days.** Keep the receipt: it is needed');
});

it('keeps questions, long definitions and what has other blocks below their term', async () => {
  const long = 'This definition is a text of its own. '.repeat(10).trim();
  const list =
    `<dl><dt>Do you ship?</dt><dd>Everywhere.</dd><dt>Terms</dt><dd>${long}</dd>` +
    '<dt>Sizes</dt><dd><ul><li>one</li><li>two</li></ul></dd><dt>Prices</dt><dd>In euros<table><tr><td>a</td><td>1</td></tr></table></dd>' +
    '<dt>call(a)</dt><dd>Calls<pre>call(1)</pre><dl><dt>a</dt><dd>a number</dd></dl></dd><dt>Alone</dt></dl>' +
    '<table><tr><td><dl><dt>In</dt><dd>a cell</dd></dl></td><td>b</td></tr></table>';
  expect(await extract(list)).toBe(
    [
      'Do you ship?',
      'Everywhere.',
      'Terms',
      long,
      'Sizes',
      '- one\n- two',
      '- Prices: In euros',
      '| a | 1 |\n| --- | --- |',
      '- call(a): Calls',
      '```\ncall(1)\n```',
      '- a: a number',
      'Alone',
      '| In a cell | b |\n| --- | --- |',
    ].join('\n\n'),
  );
});
